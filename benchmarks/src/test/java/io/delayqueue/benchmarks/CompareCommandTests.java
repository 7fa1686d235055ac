package io.delayqueue.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTests {

    @TempDir
    private Path folder;

    @Test
    void unknownWorkloadShouldBeRefused() {
        shouldRefuse("There is no workload 'nap'; there are add-sync, add-bulk, ", "--workload", "drain,nap");
    }

    @Test
    void unknownContenderShouldBeRefused() {
        shouldRefuse("There is no contender 'Quartz'; there are delayqueue", "--contender", "Quartz");
    }

    @Test
    void noRoundShouldBeRefused() {
        shouldRefuse("--rounds has to be at least 1, but is 0", "--rounds", "0");
        shouldRefuse("Invalid value for option '--rounds'", "--rounds", "many");
    }

    @Test
    void tooFewTasksShouldBeRefused() {
        shouldRefuse("--tasks has to be at least 1,000, but is 999", "--tasks", "999");
    }

    @Test
    void appendOnlyFileOfGivenRedisShouldBeRefused() {
        shouldRefuse(
                "--appendonly is for the Redis that is started, not for --redis",
                "--appendonly",
                "--redis",
                "localhost:6379");
    }

    @Test
    void unreadableAddressShouldBeRefused() {
        shouldRefuse("An address is host:port, such as localhost:6379, but this is 'here'", "--redis", "here");
    }

    @Test
    void unreachableRedisShouldBeRefused() throws IOException {
        int port = freePort();
        shouldRefuse("No Redis can be used at 127.0.0.1:" + port + ": ", "--redis", "127.0.0.1:" + port);
    }

    @Test
    void fileThatCannotBeShouldBeRefused() {
        Path file = folder.resolve("missing").resolve("results.json");
        shouldRefuse("There cannot be a file " + file, "--json", file.toString());
        shouldRefuse("There cannot be a file " + folder, "--json", folder.toString());
    }

    @Test
    void pageWithoutMarksShouldBeRefused() throws IOException {
        shouldRefuse("There is no file ", "--docs", folder.toString());
        Files.writeString(folder.resolve("performance.md"), "# Performance\n");
        shouldRefuse("The table has no place in ", "--docs", folder.toString());
    }

    @Test
    void helpShouldTellTheExitCodes() {
        Run run = Run.of("compare", "--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Exit codes:", "met or missed", "FLUSHALL");
    }

    private static void shouldRefuse(String message, String... options) {
        Run.shouldBeRefused(message, "compare", options);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
