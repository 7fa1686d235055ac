package io.delayqueue.autoconfigure.listener;

import static io.delayqueue.autoconfigure.listener.Listening.callback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.delayqueue.BatchCallback;
import io.delayqueue.BatchFailedException;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskMessage;
import io.delayqueue.annotation.DelayQueueListener;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportResource;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.core.annotation.AliasFor;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionProxyFactoryBean;

/** Batch listeners whose transaction would undo the work of tasks that are finished. */
class TransactionalBatchesTests {

    private static ApplicationContextRunner run(Class<?>... components) {
        return Listening.to(Transactions.class)
                .withUserConfiguration(components)
                .withInitializer(context -> context.getBeanFactory()
                        .registerSingleton("transactionManager", mock(PlatformTransactionManager.class)));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                OnMethod.class,
                OnClass.class,
                Composed.class,
                Inherited.class,
                OnInterface.class,
                OtherException.class,
                Supporting.class,
                Scoped.class,
                Xml.class,
                ProxyOfXml.class
            })
    void transactionThatRollsBackShouldStopTheStart(Class<?> component) {
        run(component).run(context -> assertThat(context)
                .getFailure()
                .isInstanceOf(InvalidListenerException.class)
                .hasMessageStartingWith("@DelayQueueListener is on the method ")
                .hasMessageContaining(".book of the bean '")
                .hasMessageContaining(
                        ", which takes batches in a transaction that rolls back on a BatchFailedException: ")
                .hasMessageContaining("noRollbackFor = BatchFailedException.class"));
    }

    @Test
    void messageShouldNameTheListenerTheRemedyAndTheReason() {
        run(OnMethod.class).run(context -> assertThat(context)
                .getFailure()
                .hasMessage("@DelayQueueListener is on the method " + OnMethod.class.getName()
                        + ".book of the bean 'transactionalBatchesTests.OnMethod', which takes batches in a transaction"
                        + " that rolls back on a BatchFailedException: the tasks that the exception does not name would"
                        + " be finished although their work is undone. Declare @Transactional(noRollbackFor ="
                        + " BatchFailedException.class), or no-rollback-for in XML, even if the method never throws the"
                        + " exception: the start cannot know, and the attribute changes nothing then"));
    }

    @Test
    void transactionOfABatchCallbackThatRollsBackShouldStopTheStart() {
        run(Callback.class).run(context -> assertThat(context)
                .getFailure()
                .hasMessageStartingWith("@DelayQueueListener is on the bean 'transactionalBatchesTests.Callback' ("
                        + Callback.class.getName() + "), which takes batches in a transaction that rolls back on a"
                        + " BatchFailedException: "));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                NoRollback.class,
                NoRollbackOnClass.class,
                WithoutTransaction.class,
                Never.class,
                OnAnotherMethod.class,
                OnStatic.class,
                OneTask.class
            })
    void listenerThatLosesNoWorkShouldStart(Class<?> component) {
        run(component)
                .run(context ->
                        assertThat(callback(context, "book").topic().topic()).isEqualTo("book"));
    }

    @Test
    void batchListenerShouldStartWithoutSpringTransactions() {
        Listening.to(Plain.class)
                .withClassLoader(new FilteredClassLoader("org.springframework.transaction"))
                .run(context -> assertThat(callback(context, "book")).isNotNull());
    }

    @EnableTransactionManagement
    static class Transactions {}

    static class Plain {

        @DelayQueueListener(group = "g", topic = "book", batchSize = "10")
        void book(List<String> orders) {}
    }

    static class OnMethod {

        @Transactional
        @DelayQueueListener(group = "g", topic = "book", batchSize = "10")
        void book(List<String> orders) {}
    }

    @Transactional
    static class OnClass {

        @DelayQueueListener(group = "g", topic = "book", batchSize = "10")
        void book(List<String> orders) {}
    }

    @Transactional
    @DelayQueueListener(group = "g", topic = "", batchSize = "10")
    @Retention(RetentionPolicy.RUNTIME)
    @interface Booking {

        @AliasFor(annotation = DelayQueueListener.class)
        String topic();
    }

    static class Composed {

        @Booking(topic = "book")
        void book(List<String> orders) {}
    }

    static class Inherited extends OnMethod {}

    interface Books {

        @Transactional
        void book(List<String> orders);
    }

    static class OnInterface implements Books {

        @Override
        @DelayQueueListener(group = "g", topic = "book", batchSize = "10")
        public void book(List<String> orders) {}
    }

    static class OtherException {

        @Transactional(rollbackFor = Exception.class, noRollbackFor = IllegalStateException.class)
        @DelayQueueListener(group = "g", topic = "book", batchSize = "10")
        void book(List<String> orders) {}
    }

    /** Takes part in the transaction of an interceptor. */
    static class Supporting {

        @Transactional(propagation = Propagation.SUPPORTS)
        @DelayQueueListener(group = "g", topic = "book", batchSize = "10")
        void book(List<String> orders) {}
    }

    @Transactional
    @Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
    static class Scoped {

        @DelayQueueListener(group = "g", topic = "book", batchSize = "10")
        void book(List<String> orders) {}
    }

    @ImportResource("classpath:io/delayqueue/autoconfigure/listener/transactional-batches.xml")
    static class Xml {}

    static class ProxyOfXml {

        @Bean
        TransactionProxyFactoryBean books(PlatformTransactionManager manager) {
            Properties attributes = new Properties();
            attributes.setProperty("book", "PROPAGATION_REQUIRED");
            TransactionProxyFactoryBean books = new TransactionProxyFactoryBean();
            books.setTransactionManager(manager);
            books.setTransactionAttributes(attributes);
            books.setTarget((ListeningBooks) orders -> {});
            return books;
        }
    }

    interface ListeningBooks {

        @DelayQueueListener(group = "g", topic = "book", batchSize = "10")
        void book(List<String> orders);
    }

    static class NoRollback {

        @Transactional(rollbackFor = Exception.class, noRollbackFor = BatchFailedException.class)
        @DelayQueueListener(group = "g", topic = "book", batchSize = "10")
        void book(List<String> orders) {}
    }

    @Transactional(noRollbackFor = BatchFailedException.class)
    static class NoRollbackOnClass {

        @DelayQueueListener(group = "g", topic = "book", batchSize = "10")
        void book(List<String> orders) {}
    }

    @Transactional
    static class WithoutTransaction {

        @Transactional(propagation = Propagation.NOT_SUPPORTED)
        @DelayQueueListener(group = "g", topic = "book", batchSize = "10")
        void book(List<String> orders) {}
    }

    static class Never {

        @Transactional(propagation = Propagation.NEVER)
        @DelayQueueListener(group = "g", topic = "book", batchSize = "10")
        void book(List<String> orders) {}
    }

    static class OnAnotherMethod {

        @DelayQueueListener(group = "g", topic = "book", batchSize = "10")
        void book(List<String> orders) {}

        @Transactional
        void cancel(List<String> orders) {}
    }

    /** No proxy advises a static method. */
    @Transactional
    static class OnStatic {

        @DelayQueueListener(group = "g", topic = "book", batchSize = "10")
        static void book(List<String> orders) {}
    }

    static class OneTask {

        @Transactional
        @DelayQueueListener(group = "g", topic = "book")
        void book(String order) {}
    }

    @DelayQueueListener(group = "g", topic = "book", batchSize = "10")
    static class Callback implements BatchCallback<String> {
        @Override
        @Transactional
        public void call(List<TaskMessage<String>> tasks, TaskContext context) {}
    }
}
