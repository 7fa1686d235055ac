package io.delayqueue.benchmarks;

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
        Run.shouldBeRefused(message, "torture", options);
    }
}
