package io.delayqueue.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BrowserIT {

    @Test
    void closeShouldEndTheBrowser() {
        Optional<Chromium> chromium = Chromium.find();
        assumeTrue(chromium.isPresent(), Chromium.MISSING);
        // That of other tests of this JVM.
        List<ProcessHandle> others = browsers();
        List<ProcessHandle> started;
        try (Browser browser = Browser.start(chromium.get())) {
            browser.open("about:blank");
            started = browsers().stream()
                    .filter(process -> !others.contains(process))
                    .toList();
            assertThat(started).isNotEmpty();
        }
        assertThat(started).noneMatch(ProcessHandle::isAlive);
    }

    private static List<ProcessHandle> browsers() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> isBrowser(process.info()))
                .toList();
    }

    /** Whether it is a browser's first process: the others name their type. */
    private static boolean isBrowser(ProcessHandle.Info process) {
        List<String> arguments = Arrays.asList(process.arguments().orElse(new String[0]));
        return arguments.contains("--hide-scrollbars")
                && arguments.stream().noneMatch(argument -> argument.startsWith("--type="));
    }
}
