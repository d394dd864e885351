#include "trapper.hpp"

#include <algorithm>

#include "client.hpp"
#include "referee/v1/trapper.pb.h"

namespace arena {
namespace {

const std::string kKinds[] = {"animal", "canoe", "mushroom", "herb"};
const std::string kSides[] = {"north", "east", "south", "west"};
const std::string kPhases[] = {"", "turn", "join", "bid", "pay", "catch"};
const std::string kActions[] = {"",     "take",  "end",  "pass", "retire", "exchange",
                                "join", "open", "raise", "drop", "pay",    "catch"};

}  // namespace

int Canoe::missing() const {
  return tile->value - static_cast<int>(std::count_if(load.begin(), load.end(), [](const Tile* one) {
    return one->kind == "animal";
  }));
}

bool Canoe::takes(const Tile& other) const {
  if (missing() == 0 || other.kind == "canoe") return false;
  if (other.kind == "animal") return other.species == tile->species;
  return std::none_of(load.begin(), load.end(),
                      [&](const Tile* one) { return one->kind == other.kind; });
}

TrapperTable::TrapperTable(const referee::v1::TrapperComponents& parts, int seat)
    : seat_(seat), colours_(parts.colour_key().begin(), parts.colour_key().end()) {
  for (int id = 0; id < parts.tile_kind_size(); ++id) {
    const int species = parts.tile_species(id);
    const int water = parts.tile_water(id);
    tiles.push_back({id, kKinds[parts.tile_kind(id)], species < 0 ? "" : parts.species_key(species),
                     static_cast<int>(parts.tile_value(id)), water < 0 ? "" : kSides[water]});
  }
}

std::vector<Action> TrapperTable::hear(const referee::v1::TrapperPosition& position) {
  const auto& seen = position.observation();
  phase = kPhases[seen.phase()];
  price = seen.price();
  pile = seen.pile();
  board.clear();
  for (const int tile : seen.board()) board.push_back(tile < 0 ? nullptr : &tiles[tile]);
  for (std::size_t i = 0; i < colours_.size(); ++i) {
    hand[colours_[i]] = seen.hand(i);
    trappers[colours_[i]] = seen.trappers(i);
  }
  players.clear();
  for (int seat = 0; seat < seen.coins_size(); ++seat) players.push_back(player(seen, seat));

  const auto& told = position.actions();
  std::vector<Action> actions(told.id_size());
  for (int i = 0; i < told.id_size(); ++i) {
    auto& action = actions[i];
    action.kind = kActions[told.kind(i)];
    action.cell = told.cell(i);
    action.trapper = colours_[told.colour(i)];
    action.number = told.number(i);
    action.cards = told.green(i) + told.blue(i) + told.beige(i) + told.violet(i);
    if (action.kind == "take" || action.kind == "catch") action.tile = board[action.cell];
    if (action.kind == "join") action.tile = &tiles[told.tile(i)];
  }
  return actions;
}

TrapperPlayer TrapperTable::player(const referee::v1::TrapperObservation& seen, int seat) const {
  TrapperPlayer player{static_cast<int>(seen.coins(seat)), static_cast<int>(seen.hand_sizes(seat)),
                       seen.retired(seat) == 1, {}, {}};
  for (const auto& tile : tiles) {
    if (seen.tile_seat(tile.id) == seat && tile.kind == "canoe") player.canoes.push_back({&tile, {}});
  }
  for (const auto& tile : tiles) {
    if (seen.tile_seat(tile.id) != seat || tile.kind == "canoe") continue;
    const int with = seen.tile_canoe(tile.id);
    if (with < 0) player.singles.push_back(&tile);
    for (auto& canoe : player.canoes) {
      if (canoe.tile->id == with) canoe.load.push_back(&tile);
    }
  }
  return player;
}

}  // namespace arena
