// The bot: random, with one idea for each game. choose is the function to edit.
package main

import (
	"fmt"
	"log"

	"bot/client"
)

// choose returns one of the legal actions of a turn.
func choose(turn *client.Turn) client.Action {
	var ties []client.Action
	best := 0
	for _, action := range turn.Legal {
		worth := 0
		switch {
		case turn.Kettle != nil:
			worth = collect(turn.Kettle, action)
		case turn.Trapper != nil:
			worth = fit(turn.Trapper, action)
		}
		if len(ties) == 0 || worth > best {
			best, ties = worth, ties[:0]
		}
		if worth == best {
			ties = append(ties, action)
		}
	}
	turn.Note(fmt.Sprintf("%d of %d actions look best", len(ties), len(turn.Legal)))
	return ties[turn.Match.Random.IntN(len(ties))]
}

// collect is for Kupferkessel: take what you have most of; single cards cost,
// three of a kind pay.
func collect(table *client.KettleTable, action client.Action) int {
	held := 0
	for _, card := range table.Me().Kettle {
		if card.Ingredient == action.Card.Ingredient {
			held++
		}
	}
	if held == 0 {
		return -action.Card.Value
	}
	return 10 * held
}

// fit is for Trapper: take what goes into a canoe, pay little, and never leave
// the match.
func fit(table *client.TrapperTable, action client.Action) int {
	switch action.Kind {
	case "take", "catch":
		return 10*wanted(table, action.Tile) - action.Cards
	case "exchange", "join":
		return 1
	case "open", "raise":
		if action.Number <= 2 {
			return 1
		}
		return -1
	case "pay":
		return -action.Cards
	case "retire":
		return -100
	}
	return 0
}

// wanted is 1 for a tile that a canoe of ours takes, or for a canoe; otherwise -1.
func wanted(table *client.TrapperTable, tile *client.Tile) int {
	if tile.Kind == "canoe" {
		return 1
	}
	for _, canoe := range table.Me().Canoes {
		if canoe.Takes(tile) {
			return 1
		}
	}
	return -1
}

func main() {
	log.SetFlags(0)
	if err := client.Play(choose, client.Bot{Name: "@NAME@", MatchesAtOnce: 16}); err != nil {
		log.Fatal(err)
	}
}
