// Trapper with names, from the columns of ids on the wire.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace referee::v1 {
class TrapperComponents;
class TrapperObservation;
class TrapperPosition;
}  // namespace referee::v1

namespace arena {

struct Action;

// A loot tile; plants have no species, and water is a side of it, or empty.
struct Tile {
  int id = -1;
  // animal, canoe, mushroom or herb.
  std::string kind;
  std::string species;
  // For a canoe the number of animals it takes.
  int value = 0;
  std::string water;
};

// A canoe that lies before a seat, with its load.
struct Canoe {
  const Tile* tile;
  std::vector<const Tile*> load;

  // How many animals are lacking.
  int missing() const;
  // Whether the tile can be laid with it.
  bool takes(const Tile& other) const;
};

// A seat and what lies before it.
struct TrapperPlayer {
  int coins = 0;
  int cards = 0;
  bool retired = false;
  std::vector<Canoe> canoes;
  // Animals and plants without a canoe.
  std::vector<const Tile*> singles;
};

// The table as it lies now.
class TrapperTable {
 public:
  TrapperTable(const referee::v1::TrapperComponents& parts, int seat);

  std::vector<Tile> tiles;
  // What is to be decided: turn, join, bid, pay or catch.
  std::string phase;
  // The highest bid of an auction.
  int price = 0;
  int pile = 0;
  // What lies open in each cell, row by row; null for nothing.
  std::vector<const Tile*> board;
  // The own cards by colour.
  std::map<std::string, int> hand;
  // The cell of each trapper by colour.
  std::map<std::string, int> trappers;
  std::vector<TrapperPlayer> players;

  // The own seat.
  const TrapperPlayer& me() const { return players[seat_]; }

  // Takes in what a request tells; what each legal action is.
  std::vector<Action> hear(const referee::v1::TrapperPosition& position);

 private:
  TrapperPlayer player(const referee::v1::TrapperObservation& seen, int seat) const;

  int seat_;
  std::vector<std::string> colours_;
};

}  // namespace arena
