package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.chaos.Chaos;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.RedisServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs an earlier version beside this one on one Redis, as in a rolling upgrade and on the way back, and kills one of them. Run by
 * the profile {@code upgrade}, which builds the earlier version.
 */
@Tag("upgrade")
class UpgradeIT {

    private static final int ROUNDS = 4;

    private static final String THIS = System.getProperty("java.class.path");

    @RegisterExtension
    private final Closing open = new Closing();

    private final RedisServer server = open.closing(RedisServer.start());

    @Test
    void tasksOfAnEarlierVersionThatIsKilledShouldBeDelivered(@TempDir Path folder) throws IOException {
        new RandomRounds("upgrade", server, folder, THIS, earlier()).run(ROUNDS);
    }

    @Test
    void tasksOfThisVersionShouldBeDeliveredByAnEarlierOneIfItIsKilled(@TempDir Path folder) throws IOException {
        new RandomRounds("way back", server, folder, earlier(), THIS).run(ROUNDS);
    }

    /** A task is recorded by the version that ends it; failed attempts of the other one are in its record. */
    @Test
    void tasksShouldLeaveRecordsIfThisVersionEndsThem(@TempDir Path folder) throws IOException {
        try (RandomRound round = new RandomRound(server, folder.resolve("round"), Chaos.seed(), THIS, earlier())) {
            EndsOfBothVersions ends = new EndsOfBothVersions(round);
            ends.run();
            ends.checkRecords();
            ends.checkTags();
        }
    }

    /** The module's classes in their earlier version, with the libraries of this one. */
    private static String earlier() {
        Path target = Path.of(System.getProperty("delayqueue.upgrade.earlier"), "core", "target");
        Path own = Path.of("target").toAbsolutePath();
        assertThat(target.resolve("classes")).as("the earlier version").isDirectory();
        Stream<String> libraries = Arrays.stream(THIS.split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).toAbsolutePath().startsWith(own));
        return Stream.concat(
                        Stream.of("classes", "test-classes")
                                .map(target::resolve)
                                .filter(Files::isDirectory)
                                .map(Path::toString),
                        libraries)
                .collect(Collectors.joining(File.pathSeparator));
    }
}
