/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.leaderelection.LeaderElections;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.event.ApplicationEventMulticaster;
import org.springframework.context.support.AbstractApplicationContext;

/**
 * A context that uses the elections of an ancestor: an application of several contexts is
 * one instance. Its work takes part while the context runs, and the elections go on when
 * it closes.
 */
public final class ChildContext {

	private final ConfigurableApplicationContext context;

	private final BeanFactory ancestors;

	private ChildContext(ConfigurableApplicationContext context, BeanFactory ancestors) {
		this.context = context;
		this.ancestors = ancestors;
	}

	/**
	 * Returns the child context that a context is.
	 * @param context a context
	 * @return the child context, or {@code null} if the context has elections of its own
	 */
	public static @Nullable ChildContext of(ConfigurableApplicationContext context) {
		ConfigurableListableBeanFactory beanFactory = context.getBeanFactory();
		BeanFactory ancestors = beanFactory.getParentBeanFactory();
		if (ancestors == null || beanFactory.getBeanNamesForType(LeaderElections.class, true, false).length > 0) {
			return null;
		}
		return new ChildContext(context, ancestors);
	}

	/**
	 * Refuses what would have no effect in this context, because its elections were
	 * configured before it.
	 */
	void check(LeaderElectionProperties properties, ElectionProperties common) {
		List<String> different = new ArrayList<>(different(LeaderElectionProperties.class, properties));
		different.addAll(different(ElectionProperties.class, common));
		if (!different.isEmpty()) {
			throw new LeaderElectionConfigurationException(
					"This context uses the elections of its parent context, so its own values have no effect: "
							+ String.join(", ", different),
					"Set them for the parent context, or exclude LeaderElectionAutoConfiguration in the parent if only "
							+ "this context needs elections");
		}
		refuse(LeaderMetadataContributor.class);
	}

	/**
	 * Refuses beans that would have no effect in this context.
	 * @param type the type of the beans
	 * @throws LeaderElectionConfigurationException if this context defines one
	 */
	public void refuse(Class<?> type) {
		String[] names = this.context.getBeanFactory().getBeanNamesForType(type, true, false);
		if (names.length > 0) {
			throw new LeaderElectionConfigurationException(
					"Bean '" + names[0] + "' is a " + type.getSimpleName()
							+ " of a context that uses the elections of its parent context, so it has no effect",
					"Define it in the parent context");
		}
	}

	private <R extends Record> List<String> different(Class<R> type, R own) {
		R theirs = this.ancestors.getBeanProvider(type).getIfUnique();
		if (theirs == null) {
			return List.of();
		}
		List<String> different = new ArrayList<>();
		try {
			for (RecordComponent component : type.getRecordComponents()) {
				component.getAccessor().setAccessible(true);
				if (!Objects.equals(component.getAccessor().invoke(own), component.getAccessor().invoke(theirs))) {
					different.add("leader-election." + DataObjectPropertyName.toDashedForm(component.getName()));
				}
			}
		}
		catch (IllegalAccessException | InvocationTargetException ex) {
			throw new IllegalStateException("A record cannot be read", ex);
		}
		return different;
	}

	/** Returns the beans of this context. The ancestors have used their own. */
	<T> List<T> own(ObjectProvider<T> beans, Class<T> type) {
		List<T> theirs = this.ancestors.getBeanProvider(type).stream().toList();
		return beans.orderedStream().filter((bean) -> !theirs.contains(bean)).toList();
	}

	/**
	 * Returns a publisher for listeners of this context alone: those of its ancestors get
	 * the events of their own publisher.
	 * @return the publisher
	 */
	public ApplicationEventPublisher publisher() {
		ApplicationEventMulticaster multicaster = this.context.getBeanFactory()
			.getBean(AbstractApplicationContext.APPLICATION_EVENT_MULTICASTER_BEAN_NAME,
					ApplicationEventMulticaster.class);
		return (event) -> multicaster.multicastEvent((event instanceof ApplicationEvent applicationEvent)
				? applicationEvent : new PayloadApplicationEvent<>(this.context, event));
	}

}
