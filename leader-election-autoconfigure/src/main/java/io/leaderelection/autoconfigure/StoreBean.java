/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.List;
import java.util.stream.Stream;

import io.leaderelection.annotation.LeaderElectionStore;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;

/**
 * The application's bean that is a store, or leads to one as a client does: the one
 * annotated with {@link LeaderElectionStore}, else the only or the primary one of those
 * that an unqualified injection point could get. A bean that is kept from such injection
 * points, as a client for another purpose is, must be annotated to be used.
 *
 * @param <T> the type of the bean
 */
public final class StoreBean<T> {

	private final Class<T> type;

	private final ConfigurableListableBeanFactory beanFactory;

	private final boolean allowEagerInit;

	/**
	 * Looks for a bean without making any before it is asked for.
	 * @param type the type of the bean
	 * @param beanFactory where to look, and in its ancestors
	 */
	public StoreBean(Class<T> type, ConfigurableListableBeanFactory beanFactory) {
		this(type, beanFactory, false);
	}

	/**
	 * Looks for a bean.
	 * @param type the type of the bean
	 * @param beanFactory where to look, and in its ancestors
	 * @param allowEagerInit whether factories of beans may be made to tell what they make
	 */
	StoreBean(Class<T> type, ConfigurableListableBeanFactory beanFactory, boolean allowEagerInit) {
		this.type = type;
		this.beanFactory = beanFactory;
		this.allowEagerInit = allowEagerInit;
	}

	/**
	 * What was found. Makes no bean.
	 * @return names it, or {@code null} if there is nothing
	 */
	public @Nullable String evidence() {
		List<String> names = candidates(qualified());
		if (names.isEmpty()) {
			return null;
		}
		return "the " + this.type.getSimpleName() + ((names.size() == 1) ? " bean " : " beans ")
				+ String.join(", ", names);
	}

	/**
	 * The bean.
	 * @return the bean, or {@code null} if there is none
	 * @throws LeaderElectionConfigurationException if there are several and none stands
	 * out
	 */
	public @Nullable T find() {
		List<String> qualified = qualified();
		List<String> names = candidates(qualified);
		if (names.isEmpty()) {
			return null;
		}
		if (names.size() == 1) {
			return this.beanFactory.getBean(names.get(0), this.type);
		}
		T primary = qualified.isEmpty() ? this.beanFactory.getBeanProvider(this.type).getIfUnique() : null;
		if (primary == null) {
			throw new LeaderElectionConfigurationException(
					"There are several " + this.type.getSimpleName() + " beans and none stands out: "
							+ String.join(", ", names),
					"Annotate the one that leader election is to use with @LeaderElectionStore");
		}
		return primary;
	}

	private List<String> qualified() {
		return names().filter((name) -> this.beanFactory.findAnnotationOnBean(name, LeaderElectionStore.class) != null)
			.toList();
	}

	private List<String> candidates(List<String> qualified) {
		return qualified.isEmpty() ? names().filter(this::isInjectable).toList() : qualified;
	}

	private Stream<String> names() {
		return Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, this.type, true,
				this.allowEagerInit));
	}

	/** Whether an unqualified injection point could get it. */
	private boolean isInjectable(String name) {
		if (this.beanFactory.containsLocalBean(name) && !this.beanFactory.containsBeanDefinition(name)) {
			// A singleton that was registered as it is
			return true;
		}
		BeanDefinition definition = this.beanFactory.getMergedBeanDefinition(name);
		return definition.isAutowireCandidate()
				&& !(definition instanceof AbstractBeanDefinition described && !described.isDefaultCandidate());
	}

}
