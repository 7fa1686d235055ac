package io.delayqueue.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.benchmarks.report.TablePage;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CompareIT {

    private static final String ROW = "add-bulk, distinct +throughput, tasks/s +[\\d,]+ .*not measured";

    @TempDir
    private Path folder;

    @Test
    void runShouldLeaveTableJsonAndPage() throws IOException {
        Path page = folder.resolve("performance.md");
        Files.writeString(page, "# Performance\n" + TablePage.PERFORMANCE + TablePage.END + "\nThe end.\n");
        Path json = folder.resolve("results.json");

        Run run = Run.of(
                "compare",
                "--quick",
                "--workload",
                "add-bulk",
                "--contender",
                "delayqueue",
                "--json",
                json.toString(),
                "--docs",
                folder.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith("Run: ")
                .contains("Redis: 7", "embedded", "quick")
                .containsPattern(ROW)
                .doesNotContain("round 1 of 1");
        assertThat(run.err()).containsPattern("\\[ 0:0\\d] add-bulk: delayqueue, round 1 of 1\n");
        assertThat(page)
                .content()
                .startsWith("# Performance\n")
                .endsWith("\nThe end.\n")
                .containsPattern("\\| add-bulk, distinct \\| throughput, tasks/s \\| [\\d,]+ \\|")
                .doesNotContain("| add-bulk | throughput");
        JsonNode row =
                JsonMapper.shared().readTree(Files.readString(json)).get("rows").get(0);
        assertThat(row.get("trial").asString()).isEqualTo("add-bulk");
        assertThat(row.get("values").get("delayqueue").get("rounds").size()).isEqualTo(1);
        assertThat(row.get("values").get("delayqueue").get("median").asDouble()).isPositive();
    }

    @Test
    void appendOnlyFileAndFewerTasksShouldBeInTheHeader() {
        Run run = Run.of(
                "compare",
                "--quick",
                "--workload",
                "midnight",
                "--contender",
                "delayqueue",
                "--appendonly",
                "--tasks",
                "1000");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains(
                        "at most 1,000 tasks in midnight, cold and year",
                        "embedded, started for the run, with an append-only file, everysec")
                .containsPattern("midnight 1,000 +throughput, tasks/s +[\\d,]+ +>= 0.9 x midnight 200 +(met|MISSED)");
    }

    @Test
    void givenRedisShouldBeMeasuredOn() {
        try (RedisServer redis = RedisServer.start()) {
            Run run = Run.of(
                    "compare",
                    "--quick",
                    "--rounds",
                    "2",
                    "--workload",
                    "add-bulk",
                    "--contender",
                    "delayqueue",
                    "--redis",
                    redis.address());
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).contains("at " + redis.address(), "2 rounds interleaved");
            assertThat(redis.client().dbSize()).isZero();
        }
    }

    @Test
    void redisThatIsNotEmptyShouldStayAsItIs() {
        try (RedisServer redis = RedisServer.start()) {
            redis.client().set("precious", "1");
            Run run = Run.of("compare", "--quick", "--redis", redis.address());
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).startsWith("The Redis at " + redis.address() + " is not empty (db0:keys=1");
            assertThat(redis.client().get("precious")).isEqualTo("1");
        }
    }
}
