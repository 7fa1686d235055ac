package io.delayqueue.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChromiumTests {

    @TempDir
    private Path folder;

    @Test
    void findShouldNeedBrowserAndDriver() throws IOException {
        assertThat(find()).isEmpty();
        program("chromium", "");
        assertThat(find()).isEmpty();
        program("chromedriver", "");
        assertThat(find()).contains(new Chromium(folder.resolve("chromium"), folder.resolve("chromedriver")));
    }

    @Test
    void findShouldChooseTheBrowserOfTheDriversVersion() throws IOException {
        program("chromium", "Chromium 150.0.1.2 built on Debian");
        program("google-chrome", "Google Chrome 156.0.3.4");
        program("chromedriver", "ChromeDriver 156.0.5.6 (a21ce95c24ce-refs/branch-heads/150)");
        assertThat(find().map(Chromium::browser)).contains(folder.resolve("google-chrome"));
    }

    @Test
    void findShouldWaitForTheInstaller() throws IOException {
        Process installer = new ProcessBuilder(
                        "sh",
                        "-c",
                        "sleep 1; cd \"$0\" && touch chromium chromedriver && chmod 700 *",
                        folder.toString())
                .start();
        assertThat(Chromium.find(Map.of(
                        "PATH", folder.toString(), "DELAYQUEUE_BROWSER_INSTALLER", Long.toString(installer.pid()))))
                .isPresent();
    }

    @Test
    void continuousIntegrationShouldLookForTheSameBrowsers() throws IOException {
        assertThat(Files.readString(Path.of("..", ".ci", "run")))
                .contains("for browser in " + String.join(" ", Chromium.BROWSERS) + "; do");
    }

    private Optional<Chromium> find() {
        return Chromium.find(Map.of("PATH", "/nowhere:" + folder));
    }

    private void program(String name, String version) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, "#!/bin/sh\necho '" + version + "'\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
