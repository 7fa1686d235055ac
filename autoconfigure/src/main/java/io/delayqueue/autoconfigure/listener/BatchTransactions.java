package io.delayqueue.autoconfigure.listener;

import io.delayqueue.BatchFailedException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.autoproxy.BeanFactoryAdvisorRetrievalHelper;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.util.ClassUtils;

/** Refuses batch listeners whose transaction rolls back on the exception that finishes a part of the batch. */
final class BatchTransactions {

    private BatchTransactions() {}

    /**
     * Refuses a method by the transaction advisors of its bean.
     *
     * @param method the method as the class behind proxies has it
     * @param type the class behind proxies, or a supertype if that was all that was known before the bean was made
     * @param mark which annotation is on which method, for the message
     * @throws InvalidListenerException if its transaction would undo the work of tasks that are finished
     */
    static void refuse(
            ConfigurableListableBeanFactory beanFactory, Object bean, Method method, Class<?> type, String mark) {
        if (ClassUtils.isPresent(
                        "org.springframework.transaction.interceptor.TransactionAspectSupport",
                        beanFactory.getBeanClassLoader())
                && !Modifier.isStatic(method.getModifiers())
                && Spring.rollsBack(beanFactory, bean, method, type)) {
            throw new InvalidListenerException(
                    mark + ", which takes batches in a transaction that rolls back on a BatchFailedException: the tasks"
                            + " that the exception does not name would be finished although their work is undone."
                            + " Declare @Transactional(noRollbackFor = BatchFailedException.class), or no-rollback-for"
                            + " in XML, even if the method never throws the exception: the start cannot know, and the"
                            + " attribute changes nothing then");
        }
    }

    /** Spring's transactions are optional. */
    private static final class Spring {

        static boolean rollsBack(
                ConfigurableListableBeanFactory beanFactory, Object bean, Method method, Class<?> type) {
            boolean scoped = bean instanceof ScopedObject;
            Class<?> target = scoped ? type : AopProxyUtils.ultimateTargetClass(bean);
            // The instance behind the proxy of a scope is made for each task, with these advisors.
            Stream<Advisor> advisors = scoped
                    ? new BeanFactoryAdvisorRetrievalHelper(beanFactory).findAdvisorBeans().stream()
                    : Stream.iterate(bean, Advised.class::isInstance, AopProxyUtils::getSingletonTarget)
                            .flatMap(proxy -> Stream.of(((Advised) proxy).getAdvisors()));
            return advisors.filter(advisor -> AsynchronousMethods.covers(advisor, method, target))
                    .map(Advisor::getAdvice)
                    .anyMatch(advice -> advice instanceof TransactionAspectSupport transactions
                            && rollsBack(transactions.getTransactionAttributeSource(), method, target));
        }

        private static boolean rollsBack(@Nullable TransactionAttributeSource source, Method method, Class<?> target) {
            TransactionAttribute attribute = source == null ? null : source.getTransactionAttribute(method, target);
            return attribute != null
                    && attribute.getPropagationBehavior() != TransactionDefinition.PROPAGATION_NOT_SUPPORTED
                    && attribute.getPropagationBehavior() != TransactionDefinition.PROPAGATION_NEVER
                    && attribute.rollbackOn(new BatchFailedException(Map.of(0, new Exception())));
        }
    }
}
