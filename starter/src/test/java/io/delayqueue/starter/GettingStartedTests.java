package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole files in docs/getting-started.md. */
class GettingStartedTests {

    private static final Pattern FILE =
            Pattern.compile("(?ms)^```java\n(package .*?^(?:public )?(?:class|record) (\\w+).*?)^```$");

    @Test
    void filesShouldCompileInTheOrderOfThePage(@TempDir Path folder) throws IOException {
        Matcher file = FILE.matcher(Files.readString(Path.of("..", "docs", "getting-started.md")));
        int files = 0;
        for (; file.find(); files++) {
            PastedCode.compile(Files.writeString(folder.resolve(file.group(2) + ".java"), file.group(1)), folder);
        }
        assertThat(files).isEqualTo(4);
    }
}
