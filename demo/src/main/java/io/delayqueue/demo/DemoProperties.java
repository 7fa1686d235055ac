package io.delayqueue.demo;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.Assert;

/**
 * Properties under {@code demo}.
 *
 * @param exitAfter How long the demo runs before it ends by itself, with a summary. Orders are placed all the time until then.
 *     It runs until it is stopped if not set.
 * @param mailConcurrency How many mails are sent at once.
 * @param mailRetry How long to wait before a mail is sent again that could not be sent.
 */
@ConfigurationProperties("demo")
record DemoProperties(@Nullable Duration exitAfter, int mailConcurrency, Duration mailRetry) {

    DemoProperties {
        Assert.isTrue(exitAfter == null || exitAfter.toMillis() > 0, "demo.exit-after must be positive");
    }
}
