package io.delayqueue.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets every test wait longer than Awaitility's ten seconds for what has to happen: many JVMs share the processors, often those of other
 * builds too. A test that passes waits no longer than before. JUnit finds this extension by its service file.
 */
public final class Patience implements BeforeAllCallback {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(TIMEOUT);
    }
}
