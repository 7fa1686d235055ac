package io.delayqueue.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.delayqueue.test.DelayQueueTestKit;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.TestContextManager;

/** Tests that use the kit without its annotation. */
@ExtendWith(OutputCaptureExtension.class)
class MissingKitTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @SpringBootTest(
            classes = Application.class,
            properties = "delayqueue.store=memory",
            webEnvironment = WebEnvironment.NONE)
    static class Forgetful {
        @Autowired
        DelayQueueTestKit kit;
    }

    @SpringBootTest(
            classes = Application.class,
            properties = "delayqueue.store=memory",
            webEnvironment = WebEnvironment.NONE)
    static class Careful {
        @Autowired(required = false)
        DelayQueueTestKit kit;
    }

    @SpringBootTest(
            classes = {Application.class, OwnKit.class},
            properties = "delayqueue.store=memory",
            webEnvironment = WebEnvironment.NONE)
    static class WithItsOwn {
        @Autowired
        DelayQueueTestKit kit;
    }

    static class OwnKit {
        @Bean
        DelayQueueTestKit kit() {
            return DelayQueueTestKit.create(engine -> {});
        }
    }

    static class ClockOfTheKit {
        @Bean
        Clock kitClock(DelayQueueTestKit kit) {
            return kit.clock();
        }
    }

    @Test
    void fieldOfATestShouldFailWithWhatTheTestLacks() {
        assertThatIllegalStateException()
                .isThrownBy(() -> prepare(new Forgetful()))
                .withMessage("The field kit of " + Forgetful.class.getName()
                        + " is for a DelayQueueTestKit, which is there only in tests that have"
                        + " @AutoConfigureDelayQueueTest: put it on " + Forgetful.class.getName());
    }

    @Test
    void testThatDoesWithoutOrHasItsOwnShouldBeLeftAlone() {
        assertThatCode(() -> prepare(new Careful())).doesNotThrowAnyException();
        assertThatCode(() -> prepare(new WithItsOwn())).doesNotThrowAnyException();
    }

    private static void prepare(Object test) throws Exception {
        new TestContextManager(test.getClass()).prepareTestInstance(test);
    }

    @Test
    void beanShouldFailWithWhatTheTestLacks(CapturedOutput output) {
        assertThatException().isThrownBy(() -> new SpringApplicationBuilder(Application.class, ClockOfTheKit.class)
                .web(WebApplicationType.NONE)
                .run("--delayqueue.store=memory")
                .close());
        assertThat(output.getOut().replace("\r", ""))
                .contains("Parameter 0 of method kitClock in " + ClockOfTheKit.class.getName()
                        + " required a bean of type 'io.delayqueue.test.DelayQueueTestKit'. There is one only in tests"
                        + " that have @AutoConfigureDelayQueueTest.\n")
                .contains("Action:\n\nPut @AutoConfigureDelayQueueTest on the test class;");
    }
}
