package client

import (
	"strings"

	pb "bot/referee/v1"
)

var kinds = []string{"animal", "canoe", "mushroom", "herb"}
var sides = []string{"north", "east", "south", "west"}

// Tile is a loot tile; plants have no species, and Water is a side of it, or empty.
type Tile struct {
	ID      int
	Kind    string
	Species string
	// Value is the number of animals it takes, for a canoe.
	Value int
	Water string
}

// Canoe lies before a seat, with its load.
type Canoe struct {
	Tile *Tile
	Load []*Tile
}

// Missing tells how many animals are lacking.
func (canoe Canoe) Missing() int {
	missing := canoe.Tile.Value
	for _, tile := range canoe.Load {
		if tile.Kind == "animal" {
			missing--
		}
	}
	return missing
}

// Takes tells whether a tile can be laid with it.
func (canoe Canoe) Takes(tile *Tile) bool {
	if canoe.Missing() == 0 || tile.Kind == "canoe" {
		return false
	}
	if tile.Kind == "animal" {
		return tile.Species == canoe.Tile.Species
	}
	for _, one := range canoe.Load {
		if one.Kind == tile.Kind {
			return false
		}
	}
	return true
}

// TrapperPlayer is a seat and what lies before it.
type TrapperPlayer struct {
	Coins   int
	Cards   int
	Retired bool
	Canoes  []Canoe
	// Singles are animals and plants without a canoe.
	Singles []*Tile
}

// TrapperTable is the table of Trapper as it lies now.
type TrapperTable struct {
	Tiles []Tile
	Phase string
	// Price is the highest bid of an auction.
	Price int
	Pile  int
	// Board has what lies open in each cell, row by row.
	Board []*Tile
	// Hand has the own cards by colour.
	Hand map[string]int
	// Trappers has the cell of each trapper by colour.
	Trappers map[string]int
	Players  []TrapperPlayer

	seat    int
	colours []string
}

// Me is the own seat.
func (table *TrapperTable) Me() *TrapperPlayer { return &table.Players[table.seat] }

func newTrapperTable(parts *pb.TrapperComponents, seat int) *TrapperTable {
	table := &TrapperTable{seat: seat, colours: parts.ColourKey}
	for number, kind := range parts.TileKind {
		tile := Tile{ID: number, Kind: kinds[kind], Value: int(parts.TileValue[number])}
		if species := parts.TileSpecies[number]; species >= 0 {
			tile.Species = parts.SpeciesKey[species]
		}
		if water := parts.TileWater[number]; water >= 0 {
			tile.Water = sides[water]
		}
		table.Tiles = append(table.Tiles, tile)
	}
	return table
}

func (table *TrapperTable) hear(position *pb.TrapperPosition) {
	seen := position.Observation
	table.Phase = strings.ToLower(strings.TrimPrefix(seen.Phase.String(), "TRAPPER_PHASE_"))
	table.Price, table.Pile = int(seen.Price), int(seen.Pile)
	table.Board = make([]*Tile, len(seen.Board))
	for cell, tile := range seen.Board {
		if tile >= 0 {
			table.Board[cell] = &table.Tiles[tile]
		}
	}
	table.Hand, table.Trappers = map[string]int{}, map[string]int{}
	for i, colour := range table.colours {
		table.Hand[colour] = int(seen.Hand[i])
		table.Trappers[colour] = int(seen.Trappers[i])
	}
	table.Players = make([]TrapperPlayer, len(seen.Coins))
	for seat := range table.Players {
		table.Players[seat] = table.player(seen, seat)
	}
}

func (table *TrapperTable) player(seen *pb.TrapperObservation, seat int) TrapperPlayer {
	player := TrapperPlayer{
		Coins:   int(seen.Coins[seat]),
		Cards:   int(seen.HandSizes[seat]),
		Retired: seen.Retired[seat] == 1,
	}
	loads := map[int32][]*Tile{}
	for number, owner := range seen.TileSeat {
		if int(owner) == seat {
			loads[seen.TileCanoe[number]] = append(loads[seen.TileCanoe[number]], &table.Tiles[number])
		}
	}
	for number, owner := range seen.TileSeat {
		tile := &table.Tiles[number]
		switch {
		case int(owner) != seat:
		case tile.Kind == "canoe":
			player.Canoes = append(player.Canoes, Canoe{tile, loads[int32(number)]})
		case seen.TileCanoe[number] < 0:
			player.Singles = append(player.Singles, tile)
		}
	}
	return player
}

func (table *TrapperTable) actions(told *pb.TrapperActions) []Action {
	result := make([]Action, len(told.GetId()))
	for i := range result {
		kind := strings.ToLower(strings.TrimPrefix(told.Kind[i].String(), "TRAPPER_ACTION_KIND_"))
		action := Action{
			Kind:    kind,
			Cell:    int(told.Cell[i]),
			Trapper: table.colours[told.Colour[i]],
			Number:  int(told.Number[i]),
			Cards:   int(told.Green[i] + told.Blue[i] + told.Beige[i] + told.Violet[i]),
		}
		switch kind {
		case "take", "catch":
			action.Tile = table.Board[action.Cell]
		case "join":
			action.Tile = &table.Tiles[told.Tile[i]]
		}
		result[i] = action
	}
	return result
}
