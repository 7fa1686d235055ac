package io.delayqueue.test.autoconfigure;

import io.delayqueue.test.DelayQueueTestKit;
import java.lang.reflect.Field;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.TestExecutionListener;
import org.springframework.test.context.support.DependencyInjectionTestExecutionListener;
import org.springframework.util.ReflectionUtils;

/** Explains the missing annotation of a test with a field for the kit, before the injection reports a missing bean. */
final class MissingKitTestExecutionListener implements TestExecutionListener, Ordered {

    MissingKitTestExecutionListener() {}

    @Override
    public int getOrder() {
        return DependencyInjectionTestExecutionListener.ORDER - 1;
    }

    @Override
    public void prepareTestInstance(TestContext testContext) {
        Class<?> test = testContext.getTestClass();
        if (!TestContextAnnotationUtils.hasAnnotation(test, AutoConfigureDelayQueueTest.class)) {
            ReflectionUtils.doWithFields(
                    test, field -> requireKit(field, testContext), MissingKitTestExecutionListener::wantsKit);
        }
    }

    private static boolean wantsKit(Field field) {
        Autowired autowired = field.getType() == DelayQueueTestKit.class
                ? AnnotatedElementUtils.findMergedAnnotation(field, Autowired.class)
                : null;
        return autowired != null && autowired.required();
    }

    /** The application may have its own kit. */
    private static void requireKit(Field field, TestContext testContext) {
        if (BeanFactoryUtils.beanNamesForTypeIncludingAncestors(
                                testContext.getApplicationContext(), DelayQueueTestKit.class)
                        .length
                == 0) {
            throw new IllegalStateException("The field " + field.getName() + " of "
                    + field.getDeclaringClass().getName()
                    + " is for a DelayQueueTestKit, which is there only in tests that have @AutoConfigureDelayQueueTest:"
                    + " put it on " + testContext.getTestClass().getName());
        }
    }
}
