package bot.client;

/**
 * A loot tile.
 *
 * @param species empty for plants
 * @param value for a canoe the number of animals it takes
 * @param water a side of it; empty where water does not matter
 */
public record Tile(int id, Kind kind, String species, int value, String water) {
    /** What it is. */
    public enum Kind {
        ANIMAL, CANOE, MUSHROOM, HERB
    }
}
