package client

import pb "bot/referee/v1"

var symbols = []string{"", "hat", "explosion"}

// Card is a card; Symbol is the one that acts in this variant.
type Card struct {
	Ingredient string
	Colour     string
	Value      int
	Symbol     string
}

// KettlePlayer is a seat, with all that went into its kettle and is still there.
type KettlePlayer struct {
	Colour string
	Space  int
	Kettle []*Card
}

// KettleTable is the table of Kupferkessel; it lives as long as the match and
// forgets nothing.
type KettleTable struct {
	Cards   []Card
	Players []KettlePlayer
	// Square has what lies in each cell, row by row; nil for a gap.
	Square  []*Card
	Recipes []string
	Pile    int

	seat       int
	recipeKeys []string
}

// Me is the own seat.
func (table *KettleTable) Me() *KettlePlayer { return &table.Players[table.seat] }

func newKettleTable(parts *pb.KupferkesselComponents, seat int) *KettleTable {
	table := &KettleTable{seat: seat, recipeKeys: parts.RecipeKey}
	for card, ingredient := range parts.CardIngredient {
		table.Cards = append(table.Cards, Card{
			Ingredient: parts.IngredientKey[ingredient],
			Colour:     parts.IngredientColour[ingredient],
			Value:      int(parts.CardValue[card]),
			Symbol:     symbols[parts.CardAction[card]],
		})
	}
	for _, colour := range parts.SeatColour {
		table.Players = append(table.Players, KettlePlayer{Colour: colour})
	}
	return table
}

func (table *KettleTable) hear(position *pb.KupferkesselPosition) {
	events, seen := position.Events, position.Observation
	for i, kind := range events.GetKind() {
		player := &table.Players[events.Seat[i]]
		switch kind {
		case pb.KupferkesselEventKind_KUPFERKESSEL_EVENT_KIND_START_CARD,
			pb.KupferkesselEventKind_KUPFERKESSEL_EVENT_KIND_TAKEN,
			pb.KupferkesselEventKind_KUPFERKESSEL_EVENT_KIND_LAST_KEPT:
			player.Kettle = append(player.Kettle, &table.Cards[events.Card[i]])
		case pb.KupferkesselEventKind_KUPFERKESSEL_EVENT_KIND_EXPLODED,
			pb.KupferkesselEventKind_KUPFERKESSEL_EVENT_KIND_EXPLODED_OUT:
			player.Kettle = player.Kettle[:len(player.Kettle)-1]
		}
	}
	table.Square = make([]*Card, len(seen.Grid))
	for cell, card := range seen.Grid {
		if card >= 0 {
			table.Square[cell] = &table.Cards[card]
		}
	}
	table.Recipes = nil
	for _, recipe := range seen.Recipes {
		table.Recipes = append(table.Recipes, table.recipeKeys[recipe])
	}
	table.Pile = int(seen.Pile)
	for seat, space := range seen.Pawns {
		table.Players[seat].Space = int(space)
	}
}

func (table *KettleTable) actions(told *pb.KupferkesselActions) []Action {
	result := make([]Action, len(told.GetId()))
	for i := range result {
		cell := int(told.Cell[i])
		result[i] = Action{Kind: "take", Cell: cell, Card: table.Square[cell], Declines: told.Choice[i] == 1}
	}
	return result
}
