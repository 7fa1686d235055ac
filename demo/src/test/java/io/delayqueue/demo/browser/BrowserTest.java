package io.delayqueue.demo.browser;

import io.delayqueue.browser.BrowserExtension;
import io.delayqueue.demo.DemoApplication;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.ContextConfiguration;

/** Base of tests in a browser. They share one shop, one Redis that can be stopped, and one browser. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(BrowserExtension.class)
@SpringBootTest(
        classes = DemoApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "demo.mail-retry=200ms",
            // Parts for this version of the browser are missing, but not needed.
            "logging.level.org.openqa.selenium=ERROR"
        })
@ContextConfiguration(initializers = OwnRedis.class)
@interface BrowserTest {}
