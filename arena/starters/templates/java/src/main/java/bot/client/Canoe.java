package bot.client;

import java.util.List;

/** A canoe that lies before a seat, with its load. */
public record Canoe(Tile tile, List<Tile> load) {
    /** How many animals are lacking. */
    public int missing() {
        return tile.value()
                - (int) load.stream().filter(one -> one.kind() == Tile.Kind.ANIMAL).count();
    }

    /** Whether the tile can be laid with it. */
    public boolean takes(Tile other) {
        if (missing() == 0 || other.kind() == Tile.Kind.CANOE) {
            return false;
        }
        if (other.kind() == Tile.Kind.ANIMAL) {
            return other.species().equals(tile.species());
        }
        return load.stream().noneMatch(one -> one.kind() == other.kind());
    }
}
