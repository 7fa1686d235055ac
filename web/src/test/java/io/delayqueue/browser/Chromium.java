package io.delayqueue.browser;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Chromium and its driver on this machine.
 *
 * @param browser the program of the browser
 * @param driver the program of the driver
 */
record Chromium(Path browser, Path driver) {

    static final String MISSING =
            "There is no browser: the tests of the dashboard need Chromium or Chrome, and chromedriver, on the"
                    + " PATH (Debian: apt-get install chromium-headless-shell chromium-driver)";

    /** Names of programs, as in .ci/run. */
    static final List<String> BROWSERS =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    /**
     * Debian's Chromium without windows, which needs half as much of the processor. Beside it, on the PATH, is only a script,
     * which the driver would end instead.
     */
    private static final String SHELL = "../lib/chromium/chromium-headless-shell";

    /** The process by which .ci/run installs the programs while the build already runs. */
    private static final String INSTALLER = "PACKAGE_INSTALLER";

    private static final Pattern MAJOR = Pattern.compile("(?:Chrom\\w+|ChromeDriver)\\D*? (\\d+)\\.");

    /** Finds the programs. The browser has the driver's version, because a driver rejects other versions. */
    static Optional<Chromium> find() {
        return find(System.getenv());
    }

    /** Finds a browser that keeps pages that are left, as the shell does not. */
    static Optional<Chromium> findKeeping() {
        return find(System.getenv(), BROWSERS);
    }

    static Optional<Chromium> find(Map<String, String> environment) {
        return find(
                environment, Stream.concat(Stream.of(SHELL), BROWSERS.stream()).toList());
    }

    private static Optional<Chromium> find(Map<String, String> environment, List<String> names) {
        Optional.ofNullable(environment.get(INSTALLER))
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)))
                .ifPresent(installer -> installer.onExit().join());
        String path = environment.getOrDefault("PATH", "");
        List<Path> browsers =
                names.stream().flatMap(name -> programs(path, name)).toList();
        return programs(path, "chromedriver").findFirst().flatMap(driver -> choose(browsers, driver)
                .map(browser -> new Chromium(browser, driver)));
    }

    private static Optional<Path> choose(List<Path> browsers, Path driver) {
        if (browsers.size() < 2) {
            return browsers.stream().findFirst();
        }
        String wanted = majorVersion(driver);
        return browsers.stream()
                .filter(browser -> majorVersion(browser).equals(wanted))
                .findFirst()
                .or(() -> Optional.of(browsers.get(0)));
    }

    private static Stream<Path> programs(String path, String name) {
        return Stream.of(path.split(File.pathSeparator))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .limit(1);
    }

    private static String majorVersion(Path program) {
        try {
            Process process = new ProcessBuilder(program.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes());
            Matcher version = MAJOR.matcher(output);
            return version.find() ? version.group(1) : output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
