package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Compares histories of the engine in virtual time with recorded ones: the same events at the same times in the same order. The
 * first seeds are recorded as text, all seeds as one digest each; {@code -Dgolden.all=true} compares all of them. An intended change of behaviour is recorded by {@code mvn
 * test -pl test -am -Dtest=GoldenHistoriesTests -Dsurefire.failIfNoSpecifiedTests=false -Dgolden.record=true}; it also writes
 * all histories as text to {@code test/target/golden}. Run the same command in a checkout before the change to get the history
 * for comparison with a failing seed.
 */
class GoldenHistoriesTests {

    private static final int SEEDS = 100;

    private static final int COMPARED = Boolean.getBoolean("golden.all") ? SEEDS : 10;

    /** Short, so that a difference can be read. */
    private static final int RECORDED_AS_TEXT = 5;

    private static final Path RECORDED = Path.of("src/test/resources/golden");

    private static final Path WRITTEN = Path.of("target/golden");

    private static final String DIGESTS = "digests.txt";

    @Test
    @DisabledIfSystemProperty(named = "golden.record", matches = "true")
    void historiesOfRecordedSeedsShouldBeThoseThatWereRecorded() throws Exception {
        List<String> recorded = Files.readAllLines(RECORDED.resolve(DIGESTS));
        assertThat(recorded).hasSize(SEEDS);
        List<String> failed = new ArrayList<>();
        for (int seed = 1; seed <= COMPARED; seed++) {
            String history = history(seed);
            if (!digest(seed, history).equals(recorded.get(seed - 1))) {
                failed.add(write(WRITTEN, seed, history).toString());
            }
        }
        for (int seed = 1; seed <= RECORDED_AS_TEXT; seed++) {
            assertThat(history(seed))
                    .as("seed %d; all that differ: %s", seed, failed)
                    .isEqualTo(Files.readString(RECORDED.resolve(name(seed))));
        }
        assertThat(failed).as("histories that differ from those recorded").isEmpty();
    }

    @Test
    @EnabledIfSystemProperty(named = "golden.record", matches = "true")
    void recordsHistories() throws Exception {
        List<String> digests = new ArrayList<>();
        for (int seed = 1; seed <= SEEDS; seed++) {
            String history = history(seed);
            digests.add(digest(seed, history));
            write(WRITTEN, seed, history);
            if (seed <= RECORDED_AS_TEXT) {
                write(RECORDED, seed, history);
            }
        }
        Files.write(RECORDED.resolve(DIGESTS), digests);
    }

    private static String history(int seed) throws InterruptedException {
        int steps = seed <= RECORDED_AS_TEXT ? 60 : 400;
        String history = String.join("\n", new RandomUse(seed, steps).play()) + "\n";
        assertThat(history).as("seed %d", seed).doesNotContainPattern(" finding (?!TOPIC_NOT_REGISTERED)");
        return history;
    }

    private static String name(int seed) {
        return "seed-" + seed + ".txt";
    }

    private static Path write(Path directory, int seed, String history) throws IOException {
        Files.createDirectories(directory);
        return Files.writeString(directory.resolve(name(seed)), history);
    }

    private static String digest(int seed, String history) throws NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(history.getBytes(StandardCharsets.UTF_8));
        return "seed " + seed + ": " + history.lines().count() + " events, "
                + HexFormat.of().formatHex(digest, 0, 8);
    }
}
