package io.delayqueue.jdbc;

import jakarta.persistence.EntityManager;
import java.lang.reflect.Method;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.support.DataAccessUtils;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.hibernate.HibernateTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ReflectionUtils;

/**
 * Flushes the entity manager of a transaction. Otherwise Hibernate writes the entities after the rows of the outbox, in another order
 * of locks than the application expects. Is loaded only where JPA is on the class path.
 */
record EntityFlush(JpaTransactionManager manager) implements Runnable {

    /** The flush of a manager's transactions; without effect if the manager has no entities. */
    static Runnable of(PlatformTransactionManager manager) {
        return manager instanceof JpaTransactionManager jpa ? new EntityFlush(jpa) : () -> {};
    }

    /** The data source to which a manager of entities binds connections; null if there is none. */
    static @Nullable DataSource dataSource(PlatformTransactionManager manager) {
        if (manager instanceof HibernateTransactionManager hibernate) {
            return hibernate.getDataSource();
        }
        return manager instanceof JpaTransactionManager jpa ? jpa.getDataSource() : null;
    }

    @Override
    public void run() {
        Object resource = TransactionSynchronizationManager.getResource(
                Objects.requireNonNull(manager.getEntityManagerFactory()));
        if (!(resource instanceof EntityManagerHolder holder)) {
            return;
        }
        EntityManager entities = holder.getEntityManager();
        if (!entities.isJoinedToTransaction() || isManual(entities)) {
            return;
        }
        try {
            entities.flush();
        } catch (RuntimeException e) {
            throw DataAccessUtils.translateIfNecessary(e, manager.getJpaDialect());
        }
    }

    /** Whether the application flushes itself: a mode of Hibernate that JPA does not have. */
    private static boolean isManual(EntityManager entities) {
        Object session = entities.getDelegate();
        Method mode = ReflectionUtils.findMethod(session.getClass(), "getHibernateFlushMode");
        return mode != null && "MANUAL".equals(String.valueOf(ReflectionUtils.invokeMethod(mode, session)));
    }
}
