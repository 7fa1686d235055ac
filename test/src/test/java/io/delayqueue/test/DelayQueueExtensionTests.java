package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.RegisterExtension;

class DelayQueueExtensionTests {

    @Nested
    class Registered {

        private final List<String> ran = new ArrayList<>();

        @RegisterExtension
        DelayQueueExtension queue = DelayQueueExtension.configure(
                engine -> engine.callback("g", "t", String.class, (payload, task) -> ran.add(payload)));

        @BeforeEach
        void add(DelayQueueService service) {
            service.addTask(
                    Task.of("g", "t").payload("a").delay(Duration.ofDays(30)).build());
        }

        @Test
        void kitShouldBeThatOfTheTest(DelayQueueTestKit kit, TestQueue its) {
            assertThat(queue.kit()).isSameAs(kit);
            assertThat(its).isSameAs(kit.queue());
            kit.advance(Duration.ofDays(30));
            assertThat(ran).containsExactly("a");
        }

        @Nested
        class Within {

            @Test
            void nestedTestShouldHaveWhatTheOuterOneAdded(DelayQueueTestKit kit) {
                assertThat(queue.kit()).isSameAs(kit);
                assertThat(kit.tasks()).hasSize(1);
            }
        }
    }

    @Nested
    @ExtendWith(DelayQueueExtension.class)
    @TestInstance(Lifecycle.PER_CLASS)
    class Declared {

        private final Set<DelayQueueTestKit> kits = new HashSet<>();

        @AfterEach
        void stillOpen(DelayQueueTestKit kit) {
            assertThat(kit.service().findTask("g", "a")).isPresent();
        }

        @AfterAll
        void allShouldBeClosed() {
            assertThat(kits).hasSize(2).allSatisfy(kit -> assertThatIllegalStateException()
                    .isThrownBy(() -> kit.service().findTask("g", "a"))
                    .withMessageContaining("closed"));
        }

        @Test
        void eachTestShouldHaveItsOwn(DelayQueueTestKit kit) {
            use(kit);
        }

        @Test
        void eachTestShouldReallyHaveItsOwn(DelayQueueTestKit kit) {
            use(kit);
        }

        private void use(DelayQueueTestKit kit) {
            assertThat(kit.tasks()).isEmpty();
            kit.service().addTask(Task.of("g", "t").id("a").build());
            kits.add(kit);
        }
    }

    @Nested
    @ExtendWith(DelayQueueExtension.class)
    class Constructed {

        private final DelayQueueTestKit ofConstructor;

        Constructed(DelayQueueTestKit kit) {
            ofConstructor = kit;
        }

        @Test
        void constructorShouldGetTheKitOfItsTest(DelayQueueTestKit kit) {
            assertThat(kit).isSameAs(ofConstructor);
        }
    }

    @Test
    void thereShouldBeNoKitOutsideOfTests() {
        assertThatIllegalStateException().isThrownBy(() -> new DelayQueueExtension().kit());
    }

    @Test
    void whatStandsAroundSeveralTestsShouldGetNoKit() {
        ExtensionContext ofClass = (ExtensionContext) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ExtensionContext.class},
                (proxy, method, arguments) -> Optional.empty());
        ParameterContext parameter = (ParameterContext) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ParameterContext.class},
                (proxy, method, arguments) -> null);
        assertThatExceptionOfType(ParameterResolutionException.class)
                .isThrownBy(() -> new DelayQueueExtension().resolveParameter(parameter, ofClass))
                .withMessageContaining("Each test has its own kit");
    }
}
