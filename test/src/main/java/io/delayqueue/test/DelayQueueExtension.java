package io.delayqueue.test;

import io.delayqueue.DelayQueueService;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Creates a {@link DelayQueueTestKit} for each test, and closes it after the test. It is a parameter of test methods and of
 * methods before and after each of them; so are its {@link TestQueue default queue} and its {@link DelayQueueService}.
 *
 * <pre>{@code
 * @RegisterExtension
 * DelayQueueExtension queue = DelayQueueExtension.configure(engine ->
 *         engine.callback("orders", "cancel-unpaid", CancelOrder.class, (order, task) -> shop.cancel(order.id())));
 * }</pre>
 *
 * <p>With {@code @ExtendWith} the engine has default settings: a test registers callbacks by {@link DelayQueueTestKit#on}.
 */
public final class DelayQueueExtension implements BeforeEachCallback, AfterEachCallback, ParameterResolver {

    private final Consumer<DelayQueueTestKitBuilder> build;

    private final Namespace namespace = Namespace.create(DelayQueueExtension.class, this);

    private volatile @Nullable DelayQueueTestKit current;

    /** Creates an extension whose engine has default settings. */
    public DelayQueueExtension() {
        this(kit -> {});
    }

    private DelayQueueExtension(Consumer<DelayQueueTestKitBuilder> build) {
        this.build = build;
    }

    /**
     * Creates an extension of one queue.
     *
     * @param configure configures the builder of its engine, before each test
     * @return the extension
     */
    public static DelayQueueExtension configure(Consumer<DelayQueueEngineBuilder> configure) {
        Objects.requireNonNull(configure, "configure must not be null");
        return build(kit -> kit.configure(configure));
    }

    /**
     * Creates an extension.
     *
     * @param build configures the builder of the kit, before each test
     * @return the extension
     */
    public static DelayQueueExtension build(Consumer<DelayQueueTestKitBuilder> build) {
        return new DelayQueueExtension(Objects.requireNonNull(build, "build must not be null"));
    }

    /**
     * Returns the kit of the running test. With parallel tests it has to be a parameter instead.
     *
     * @return the kit
     * @throws IllegalStateException if no test runs
     */
    public DelayQueueTestKit kit() {
        DelayQueueTestKit kit = current;
        if (kit == null) {
            throw new IllegalStateException("There is a kit only while a test runs");
        }
        return kit;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        current = kit(context);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        current = null;
    }

    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext rootContext) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == DelayQueueTestKit.class || type == TestQueue.class || type == DelayQueueService.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (context.getTestMethod().isEmpty()) {
            throw new ParameterResolutionException(
                    "Each test has its own kit: it cannot be a parameter of methods around several tests");
        }
        DelayQueueTestKit kit = kit(context);
        Class<?> type = parameter.getParameter().getType();
        if (type == DelayQueueTestKit.class) {
            return kit;
        }
        return type == TestQueue.class ? kit.queue() : kit.service();
    }

    /** Closed by the store of the test's context. */
    private DelayQueueTestKit kit(ExtensionContext context) {
        return context.getStore(namespace)
                .computeIfAbsent(
                        DelayQueueTestKit.class,
                        key -> {
                            DelayQueueTestKitBuilder kit = DelayQueueTestKit.builder();
                            build.accept(kit);
                            return kit.build();
                        },
                        DelayQueueTestKit.class);
    }
}
