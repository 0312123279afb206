/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import javax.sql.DataSource;

import io.leaderelection.store.jdbc.ConnectionSource;
import org.jspecify.annotations.Nullable;

/**
 * Knows a kind of {@link DataSource} beside which physical connections of its kind can be
 * made. Does not connect.
 */
interface PhysicalConnections {

	/**
	 * Looks whether this is such a data source.
	 * @param beanName the name of the bean
	 * @param dataSource the bean, which may wrap what is looked for
	 * @return makes the connections, or {@code null}
	 */
	@Nullable ConnectionSource beside(String beanName, DataSource dataSource);

	/**
	 * Unwraps a data source, without connecting.
	 * @param <T> the type looked for
	 * @param dataSource a wrapper, a proxy, or what is looked for itself
	 * @param type the type looked for
	 * @return what was found, or {@code null}
	 */
	static <T> @Nullable T unwrap(DataSource dataSource, Class<T> type) {
		if (type.isInstance(dataSource)) {
			return type.cast(dataSource);
		}
		try {
			return dataSource.isWrapperFor(type) ? dataSource.unwrap(type) : null;
		}
		catch (Exception ex) {
			// Such as one that chooses a target, and has none to choose here
			return null;
		}
	}

}
