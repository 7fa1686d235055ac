package io.delayqueue.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.report.PerformancePage;
import io.delayqueue.benchmarks.workload.Scale;
import io.delayqueue.benchmarks.workload.Trial;
import io.delayqueue.benchmarks.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Compares docs/performance.md with the workloads and options. */
class DocumentationTests {

    private static final Path DOCS = Path.of("..", "docs");

    @Test
    void pageShouldHavePlaceForTable() {
        assertThatNoException().isThrownBy(() -> PerformancePage.in(DOCS));
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
}
