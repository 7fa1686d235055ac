package io.delayqueue.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TortureCommandTests {

    @Test
    void noMinuteShouldBeRefused() {
        shouldRefuse("--minutes has to be at least 1, but is 0", "--minutes", "0");
    }

    @Test
    void folderWithoutThePageShouldBeRefused(@TempDir Path folder) {
        shouldRefuse("There is no file " + folder.resolve("torture.md"), "--docs", folder.toString());
    }

    @Test
    void otherFolderThanThatOfTheProjectShouldBeRefused() {
        shouldRefuse("The tests of core are run by Maven: start this in the folder of the project, not in ");
    }

    private static void shouldRefuse(String message, String... options) {
        String[] arguments = new String[options.length + 1];
        arguments[0] = "torture";
        System.arraycopy(options, 0, arguments, 1, options.length);
        Run run = Run.of(arguments);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith(message).endsWith("See benchmarks torture --help" + System.lineSeparator());
    }
}
