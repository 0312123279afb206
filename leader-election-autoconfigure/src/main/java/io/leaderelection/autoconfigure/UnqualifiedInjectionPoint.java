/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.lang.reflect.Field;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.DependencyDescriptor;
import org.springframework.core.ResolvableType;
import org.springframework.core.convert.TypeDescriptor;

/**
 * An injection point without name, qualifier or generics. It stays empty if there is no
 * bean for it, or if there are several and Spring prefers none of them, for example as
 * primary.
 */
final class UnqualifiedInjectionPoint extends DependencyDescriptor {

	private final Class<?> type;

	/** The field of the injection point: a dependency descriptor requires one. */
	@SuppressWarnings("unused")
	private @Nullable Object place;

	UnqualifiedInjectionPoint(Class<?> type) {
		super(place(), false);
		this.type = type;
	}

	/** Uses a constant name, so that the field is found in a native image. */
	private static Field place() {
		try {
			return UnqualifiedInjectionPoint.class.getDeclaredField("place");
		}
		catch (NoSuchFieldException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public Class<?> getDependencyType() {
		return this.type;
	}

	@Override
	public ResolvableType getResolvableType() {
		return ResolvableType.forClass(this.type);
	}

	@Override
	public TypeDescriptor getTypeDescriptor() {
		return TypeDescriptor.valueOf(this.type);
	}

	@Override
	public @Nullable String getDependencyName() {
		return null;
	}

	@Override
	public @Nullable Object resolveNotUnique(ResolvableType type, Map<String, Object> matchingBeans) {
		return null;
	}

}
