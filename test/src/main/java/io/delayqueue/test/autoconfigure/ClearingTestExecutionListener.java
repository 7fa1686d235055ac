package io.delayqueue.test.autoconfigure;

import io.delayqueue.test.DelayQueueTestKit;
import org.springframework.core.Ordered;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.TestExecutionListener;
import org.springframework.test.context.support.DependencyInjectionTestExecutionListener;

/** Clears queues and time before each test of {@link AutoConfigureDelayQueueTest}, and before the test's transaction begins. */
final class ClearingTestExecutionListener implements TestExecutionListener, Ordered {

    /** After the start of the application, before the listeners of transactions and SQL scripts. */
    static final int ORDER = DependencyInjectionTestExecutionListener.ORDER + 500;

    ClearingTestExecutionListener() {}

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public void beforeTestMethod(TestContext testContext) {
        AutoConfigureDelayQueueTest annotation = TestContextAnnotationUtils.findMergedAnnotation(
                testContext.getTestClass(), AutoConfigureDelayQueueTest.class);
        if (annotation != null && annotation.clear()) {
            testContext.getApplicationContext().getBean(DelayQueueTestKit.class).clear();
        }
    }
}
