package io.delayqueue.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.support.TypeBasedParameterResolver;

/**
 * Provides one browser for all tests of a JVM, whose classes are run one by one; skips them if this machine has none. A test
 * fails on unexpected errors of the browser; the page of a failed test is in target/browser.
 */
public final class BrowserExtension extends TypeBasedParameterResolver<Browser>
        implements ExecutionCondition, BeforeEachCallback, AfterEachCallback {

    private static final Namespace NAMESPACE = Namespace.create(BrowserExtension.class);

    private static final Optional<Chromium> CHROMIUM = Chromium.find();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return CHROMIUM.map(found -> ConditionEvaluationResult.enabled("There is " + found.browser()))
                .orElseGet(() -> ConditionEvaluationResult.disabled(Chromium.MISSING));
    }

    @Override
    public Browser resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return browser(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        browser(context).startOver();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Browser browser = browser(context);
        if (context.getExecutionException().isPresent()) {
            browser.screenshot(
                    Path.of("target", "browser", context.getRequiredTestMethod().getName() + ".png"));
            System.out.println("The browser said: " + browser.complaints());
        } else {
            assertThat(browser.complaints()).as("errors of the browser").isEmpty();
        }
        // Ends the page's streams, so that no later test waits for them.
        browser.open("about:blank");
    }

    private static Browser browser(ExtensionContext context) {
        return context.getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
                .computeIfAbsent(Browser.class, key -> Browser.start(CHROMIUM.orElseThrow()), Browser.class);
    }
}
