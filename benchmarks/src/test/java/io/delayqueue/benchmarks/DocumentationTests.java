package io.delayqueue.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.report.TablePage;
import io.delayqueue.benchmarks.torture.Part;
import io.delayqueue.benchmarks.torture.TortureTable;
import io.delayqueue.benchmarks.workload.Scale;
import io.delayqueue.benchmarks.workload.Trial;
import io.delayqueue.benchmarks.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Compares docs/performance.md and docs/torture.md with what the commands do. */
class DocumentationTests {

    private static final Path DOCS = Path.of("..", "docs");

    @Test
    void pageShouldHavePlaceForTable() {
        assertThatNoException().isThrownBy(() -> TablePage.performance(DOCS));
    }

    @Test
    void pageShouldTellOfEachWorkloadAndContender() throws IOException {
        String page = Files.readString(DOCS.resolve("performance.md"));
        assertThat(Catalog.WORKLOADS).extracting(Workload::name).allSatisfy(name -> assertThat(page)
                .contains("\n| `" + name + "` |"));
        assertThat(Catalog.CONTENDERS).extracting(Contender::name).allSatisfy(name -> assertThat(page)
                .contains("\n| " + name + " |"));
    }

    @Test
    void pageShouldNameTheWorkloadsThatDiscardARound() throws IOException {
        String page = Files.readString(DOCS.resolve("performance.md")).replaceAll("\\s+", " ");
        Scale scale = new Scale(false, 3, Scale.MAX_TASKS);
        assertThat(Pattern.compile("`([a-z-]+)`")
                        .matcher(page.substring(
                                page.indexOf("Before the first round of"), page.indexOf("makes a whole round")))
                        .results()
                        .map(name -> name.group(1)))
                .containsExactlyElementsOf(Catalog.WORKLOADS.stream()
                        .filter(workload -> workload.trials(scale).stream().allMatch(Trial::warmsUp))
                        .map(Workload::name)
                        .toList());
    }

    @Test
    void pageShouldTellOfEachOption() throws IOException {
        String page = Files.readString(DOCS.resolve("performance.md"));
        CommandSpec compare =
                Benchmarks.commandLine().getSubcommands().get("compare").getCommandSpec();
        assertThat(compare.options())
                .filteredOn(option -> !option.usageHelp() && !option.versionHelp())
                .extracting(OptionSpec::longestName)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(page).contains("\n| `" + name));
    }

    @Test
    void pageOfTortureShouldHavePlaceForTableAndTellOfEachPartCountAndOption() throws IOException {
        assertThatNoException().isThrownBy(() -> TablePage.torture(DOCS));
        String page = Files.readString(DOCS.resolve("torture.md"));
        CommandSpec torture =
                Benchmarks.commandLine().getSubcommands().get("torture").getCommandSpec();
        Stream<String> options = torture.options().stream()
                .filter(option -> !option.usageHelp() && !option.versionHelp())
                .map(OptionSpec::longestName);
        Stream<String> parts = Stream.of(Part.values()).map(Part::title);
        assertThat(Stream.of(options, parts, TortureTable.COLUMNS.stream()).flatMap(names -> names))
                .allSatisfy(name -> assertThat(page).containsPattern("\n\\| `" + Pattern.quote(name) + "[` ]"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10 tasks/s at random times: median lateness | sparse | lateness p50, ms",
                "1,000 tasks/s with none pending: median lateness | steady, 0 pending | lateness p50, ms",
                "1,000 tasks/s with 1,000,000 pending: delivered | steady, 1,000,000 pending | delivered, %",
                "and their p99 lateness | steady, 1,000,000 pending | lateness p99, ms",
                "50,000 tasks due at one instant | drain 50,000 | throughput, tasks/s",
                "adds, 100 tasks a call | add-bulk | throughput, tasks/s",
                "adds one by one, 8 threads | add-sync | throughput, tasks/s",
                "connections for 500 topics | topics | connections, connections",
                "bytes of Redis for a task with a payload of 80 bytes | memory | bytes, bytes/task"
            })
    void readmeShouldHaveTheFiguresOfThePage(String name, String trial, String metric) throws IOException {
        assertThat(figures(DOCS.resolveSibling("README.md"), "| " + name + " |"))
                .isEqualTo(figures(DOCS.resolve("performance.md"), "| " + trial + " | " + metric + " |"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sparse | lateness p50, ms",
                "steady, 0 pending | lateness p50, ms",
                "steady, 1,000,000 pending | delivered, %",
                "drain 50,000 | throughput, tasks/s"
            })
    void comparisonShouldHaveTheFiguresOfThePage(String trial, String metric) throws IOException {
        String measured = Files.readString(DOCS.resolve("comparison.md")).split("### Measured\n")[1];
        assertThat(figures(DOCS.resolve("performance.md"), "| " + trial + " | " + metric + " |"))
                .allSatisfy(figure -> assertThat(measured).contains(" " + figure + " "));
    }

    /** Returns the first numbers of the first two cells behind the start of a row. */
    private static List<String> figures(Path page, String row) throws IOException {
        String line = Files.readAllLines(page).stream()
                .filter(each -> each.startsWith(row))
                .findFirst()
                .orElseThrow();
        return Stream.of(line.substring(row.length()).split("\\|"))
                .limit(2)
                .map(cell -> cell.strip().replaceFirst("[^\\d.,].*", ""))
                .toList();
    }
}
