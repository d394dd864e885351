package bot.client;

import arena.referee.v1.TrapperActions;
import arena.referee.v1.TrapperComponents;
import arena.referee.v1.TrapperObservation;
import arena.referee.v1.TrapperPosition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The table of Trapper as it lies now. */
public final class TrapperTable {
    private static final List<String> SIDES = List.of("north", "east", "south", "west");

    /**
     * A seat and what lies before it.
     *
     * @param singles animals and plants without a canoe
     */
    public record Player(
            int coins, int cards, boolean retired, List<Canoe> canoes, List<Tile> singles) {}

    private final int seat;
    private final List<Tile> tiles;
    private final List<String> colours;
    private List<Tile> board = List.of();
    private Map<String, Integer> hand = Map.of();
    private Map<String, Integer> trappers = Map.of();
    private List<Player> players = List.of();
    private String phase = "";
    private int price;
    private int pile;

    TrapperTable(TrapperComponents parts, int seat) {
        this.seat = seat;
        colours = parts.getColourKeyList();
        tiles =
                IntStream.range(0, parts.getTileKindCount())
                        .mapToObj(id -> tile(parts, id))
                        .toList();
    }

    private static Tile tile(TrapperComponents parts, int id) {
        int species = parts.getTileSpecies(id);
        int water = parts.getTileWater(id);
        return new Tile(
                id,
                Tile.Kind.values()[parts.getTileKind(id)],
                species < 0 ? "" : parts.getSpeciesKey(species),
                parts.getTileValue(id),
                water < 0 ? "" : SIDES.get(water));
    }

    /** What lies open in each cell, row by row; null for nothing. */
    public List<Tile> board() {
        return board;
    }

    /** The own cards by colour. */
    public Map<String, Integer> hand() {
        return hand;
    }

    /** The cell of each trapper by colour. */
    public Map<String, Integer> trappers() {
        return trappers;
    }

    public List<Player> players() {
        return players;
    }

    /** The own seat. */
    public Player me() {
        return players.get(seat);
    }

    /** What is to be decided: turn, join, bid, pay or catch. */
    public String phase() {
        return phase;
    }

    /** The highest bid of an auction. */
    public int price() {
        return price;
    }

    public int pile() {
        return pile;
    }

    /** Take in what a request tells. */
    void hear(TrapperPosition position) {
        TrapperObservation seen = position.getObservation();
        phase = seen.getPhase().name().replace("TRAPPER_PHASE_", "").toLowerCase();
        price = seen.getPrice();
        pile = seen.getPile();
        List<Tile> lying = new ArrayList<>();
        seen.getBoardList().forEach(tile -> lying.add(tile < 0 ? null : tiles.get(tile)));
        board = lying;
        hand = byColour(seen.getHandList());
        trappers = byColour(seen.getTrappersList());
        players =
                IntStream.range(0, seen.getCoinsCount())
                        .mapToObj(number -> player(seen, number))
                        .toList();
    }

    private Map<String, Integer> byColour(List<Integer> numbers) {
        Map<String, Integer> result = new LinkedHashMap<>();
        for (int i = 0; i < colours.size(); i++) {
            result.put(colours.get(i), numbers.get(i));
        }
        return result;
    }

    private Player player(TrapperObservation seen, int number) {
        List<Canoe> canoes =
                laid(seen, number)
                        .filter(tile -> tile.kind() == Tile.Kind.CANOE)
                        .map(tile -> new Canoe(tile, with(seen, number, tile.id()).toList()))
                        .toList();
        return new Player(
                seen.getCoins(number),
                seen.getHandSizes(number),
                seen.getRetired(number) == 1,
                canoes,
                with(seen, number, -1).filter(tile -> tile.kind() != Tile.Kind.CANOE).toList());
    }

    private Stream<Tile> laid(TrapperObservation seen, int number) {
        return tiles.stream().filter(tile -> seen.getTileSeat(tile.id()) == number);
    }

    private Stream<Tile> with(TrapperObservation seen, int number, int canoe) {
        return laid(seen, number).filter(tile -> seen.getTileCanoe(tile.id()) == canoe);
    }

    List<TrapperAction> actions(TrapperPosition position, Set<Integer> givesUp) {
        TrapperActions told = position.getActions();
        return IntStream.range(0, told.getIdCount())
                .mapToObj(i -> action(told, i, givesUp.contains(i)))
                .toList();
    }

    private TrapperAction action(TrapperActions told, int i, boolean givesUp) {
        String name = told.getKind(i).name().replace("TRAPPER_ACTION_KIND_", "");
        TrapperAction.Kind kind = TrapperAction.Kind.valueOf(name);
        Tile tile =
                switch (kind) {
                    case TAKE, CATCH -> board.get(told.getCell(i));
                    case JOIN -> tiles.get(told.getTile(i));
                    default -> null;
                };
        return new TrapperAction(
                i,
                givesUp,
                kind,
                colours.get(told.getColour(i)),
                told.getCell(i),
                tile,
                told.getNumber(i),
                told.getGreen(i) + told.getBlue(i) + told.getBeige(i) + told.getViolet(i));
    }
}
