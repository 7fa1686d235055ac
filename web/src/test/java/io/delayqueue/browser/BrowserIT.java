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
        List<ProcessHandle> browsers;
        try (Browser browser = Browser.start(chromium.get())) {
            browser.open("about:blank");
            browsers = ProcessHandle.current()
                    .descendants()
                    .filter(process -> isBrowser(process.info()))
                    .toList();
            assertThat(browsers).isNotEmpty();
        }
        assertThat(browsers).noneMatch(ProcessHandle::isAlive);
    }

    /** Whether it is a browser's first process: the others name their type. */
    private static boolean isBrowser(ProcessHandle.Info process) {
        List<String> arguments = Arrays.asList(process.arguments().orElse(new String[0]));
        return arguments.contains("--hide-scrollbars")
                && arguments.stream().noneMatch(argument -> argument.startsWith("--type="));
    }
}
