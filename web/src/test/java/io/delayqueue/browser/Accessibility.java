package io.delayqueue.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.openqa.selenium.chrome.ChromeDriver;

/** Checks the accessibility of the open page by axe-core. */
public final class Accessibility {

    private static final String AXE = script();

    private static final String FINDINGS = """
            const done = arguments[arguments.length - 1];
            axe.run(document, {resultTypes: ["violations"], ...%s}).then(
              (result) => done(result.violations
                .filter((rule) => ["serious", "critical"].includes(rule.impact))
                .flatMap((rule) => rule.nodes.map((node) =>
                  `${rule.impact} ${rule.id}: ${node.html} ${node.failureSummary}`))),
              (error) => done(["axe failed: " + error]));
            """;

    private Accessibility() {}

    /** Rules to check. */
    public enum Rules {
        ALL("{}"),
        /** For the other colours of a page. */
        COLOURS("{runOnly: ['color-contrast']}"),
        /** For another size of a page: its colours are the same, and cost most. */
        ALL_BUT_COLOURS("{rules: {'color-contrast': {enabled: false}}}");

        private final String options;

        Rules(String options) {
            this.options = options;
        }
    }

    /** Fails with every serious and critical finding. */
    public static void check(ChromeDriver driver, String page) {
        check(driver, page, Rules.ALL);
    }

    /** Fails with every serious and critical finding of some rules. */
    public static void check(ChromeDriver driver, String page, Rules rules) {
        // Loaded by the driver, because the page's policy forbids the script.
        if (!Boolean.TRUE.equals(driver.executeScript("return typeof axe === 'object'"))) {
            driver.executeScript(AXE);
        }
        assertThat((List<?>) driver.executeAsyncScript(FINDINGS.formatted(rules.options)))
                .as("axe on %s", page)
                .isEmpty();
    }

    private static String script() {
        try (InputStream file = Accessibility.class.getResourceAsStream("/axe.min.js")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
