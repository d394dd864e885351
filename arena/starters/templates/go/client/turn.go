// Package client lies between the bot and the arena; main.go is the part to edit.
package client

import (
	"math/rand/v2"
	"strings"
	"time"
	"unicode/utf8"
)

const noteBytes = 1024

// Match is a match of this bot; several may be open at once.
type Match struct {
	Game    string
	Options map[string]string
	Players int
	Seat    int
	// Settings are the bot's own options, as bot.toml offers them.
	Settings map[string]string
	// Nodes is how much the organiser wants to be looked at for one answer; 0
	// leaves it to the bot.
	Nodes uint64
	// Random is chance that repeats when the match is played again.
	Random *rand.Rand
}

// Action is a legal action; what means nothing for it is empty.
type Action struct {
	Index int
	// GivesUp tells whether it leaves the match while it offers more.
	GivesUp bool
	// Kind is for Trapper: take, end, pass, retire, exchange, join, open,
	// raise, drop, pay or catch.
	Kind string
	Cell int
	// Card is what is taken in Kupferkessel.
	Card *Card
	// Declines tells whether the symbol of the card is not used, or the last
	// card laid aside.
	Declines bool
	// Tile is what is taken in Trapper, or what the taken tile is joined with.
	Tile *Tile
	// Trapper is the colour of a trapper.
	Trapper string
	// Number is a bid, or the number of a species tile.
	Number int
	// Cards is how many cards are paid.
	Cards int
}

// Turn is a decision that is due.
type Turn struct {
	Match *Match
	Step  int
	// Kettle is the table of Kupferkessel, nil in other games.
	Kettle *KettleTable
	// Trapper is the table of Trapper, nil in other games.
	Trapper *TrapperTable
	Legal   []Action
	// Budget is the longest this answer may take.
	Budget time.Duration
	// Eval is the result this seat expects, from 0 to 1, for the record; nil
	// if it expects nothing.
	Eval *float64

	remarks []string
}

// Note keeps a remark in the record of this step; arena logs shows it.
func (turn *Turn) Note(text string) {
	turn.remarks = append(turn.remarks, text)
}

func (turn *Turn) remark() string {
	text := strings.ToValidUTF8(strings.Join(turn.remarks, "\n"), "?")
	for len(text) > noteBytes {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}
