// Kupferkessel Co. with names, from the columns of ids on the wire.
#pragma once

#include <string>
#include <vector>

namespace referee::v1 {
class KupferkesselComponents;
class KupferkesselPosition;
}  // namespace referee::v1

namespace arena {

struct Action;

// A card; symbol is the one that acts in this variant: hat, explosion or empty.
struct Card {
  std::string ingredient;
  std::string colour;
  int value = 0;
  std::string symbol;
};

// A seat, with all that went into its kettle and is still there.
struct KettlePlayer {
  std::string colour;
  int space = 0;
  std::vector<Card> kettle;
};

// The table; it lives as long as the match and forgets nothing.
class KettleTable {
 public:
  KettleTable(const referee::v1::KupferkesselComponents& parts, int seat);

  std::vector<Card> cards;
  std::vector<KettlePlayer> players;
  // What lies in each cell, row by row; null for a gap.
  std::vector<const Card*> square;
  std::vector<std::string> recipes;
  int pile = 0;

  // The own seat.
  const KettlePlayer& me() const { return players[seat_]; }

  // Takes in what a request tells; what each legal action is.
  std::vector<Action> hear(const referee::v1::KupferkesselPosition& position);

 private:
  int seat_;
  std::vector<std::string> recipe_keys_;
};

}  // namespace arena
