/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.transaction;

import java.io.Serializable;
import java.lang.reflect.Method;

import io.leaderelection.work.WorkScope;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.transaction.interceptor.DelegatingTransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

/**
 * Rolls back declarative transactions of guarded work that was interrupted and throws.
 * Spring's rules are applied inside the guard, and commit after a checked exception,
 * which {@link InterruptedException} is: half of the work would be committed. If the work
 * handles the interrupt and returns, its transaction is committed as always.
 * <p>
 * A transaction that was begun before the guarded work keeps its own rules: it sees the
 * exception that the guard throws.
 */
public final class InterruptedTransactions implements BeanPostProcessor, PriorityOrdered {

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		if (bean instanceof TransactionAspectSupport aspect) {
			TransactionAttributeSource source = aspect.getTransactionAttributeSource();
			if (source != null && !(source instanceof Source)) {
				aspect.setTransactionAttributeSource(new Source(source));
			}
		}
		return bean;
	}

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	/** The rules of an application, and one more. */
	@SuppressWarnings("serial") // as serializable as the source of the application
	private record Source(TransactionAttributeSource source) implements TransactionAttributeSource, Serializable {

		@Override
		public boolean isCandidateClass(Class<?> targetClass) {
			return this.source.isCandidateClass(targetClass);
		}

		@Override
		public boolean hasTransactionAttribute(Method method, @Nullable Class<?> targetClass) {
			return this.source.hasTransactionAttribute(method, targetClass);
		}

		@Override
		public @Nullable TransactionAttribute getTransactionAttribute(Method method, @Nullable Class<?> targetClass) {
			TransactionAttribute attribute = this.source.getTransactionAttribute(method, targetClass);
			return (attribute != null) ? new Attribute(attribute) : null;
		}

	}

	/** The rules of a transaction, and one more. */
	@SuppressWarnings("serial") // only state of the delegate
	private static final class Attribute extends DelegatingTransactionAttribute {

		Attribute(TransactionAttribute attribute) {
			super(attribute);
		}

		@Override
		public boolean rollbackOn(Throwable failure) {
			return WorkScope.isCurrentInterrupted() || super.rollbackOn(failure);
		}

	}

}
