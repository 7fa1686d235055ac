package io.delayqueue.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;

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

    /** Another link comes to the place of the wanted one when the pointer is there, and receives the click. */
    @Test
    void clickThatAnotherLinkReceivesShouldBeTakenBackAndRepeated(@TempDir Path folder) throws IOException {
        Optional<Chromium> chromium = Chromium.find();
        assumeTrue(chromium.isPresent(), Chromium.MISSING);
        Path page = Files.writeString(folder.resolve("page.html"), """
                <style>a { display: block; height: 40px }</style>
                <main><a id="wanted" href="#wanted">wanted</a></main>
                <script>
                    const shift = () => document.querySelector('main').insertAdjacentHTML('afterbegin', '<a href="#other">other</a>');
                    document.querySelector('#wanted').addEventListener('mouseover', shift, { once: true });
                    addEventListener('hashchange', () => document.querySelector('main').hidden = location.hash === '#other');
                </script>
                """);
        try (Browser browser = Browser.start(chromium.get())) {
            browser.open(page.toUri().toString());
            browser.click(By.id("wanted"));
            assertThat(browser.driver().getCurrentUrl()).endsWith("#wanted");
        }
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
