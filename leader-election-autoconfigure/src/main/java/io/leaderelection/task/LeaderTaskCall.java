/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

import io.leaderelection.LeaderWork;
import io.leaderelection.Leadership;

import org.springframework.util.ReflectionUtils;

/**
 * Calls a method of a bean as leader work.
 */
record LeaderTaskCall(Object bean, Method method) implements LeaderWork {

	@Override
	public void run(Leadership leadership) throws Exception {
		try {
			Object[] arguments = (this.method.getParameterCount() == 0) ? new Object[0] : new Object[] { leadership };
			this.method.invoke(this.bean, arguments);
		}
		catch (InvocationTargetException ex) {
			ReflectionUtils.rethrowException(ex.getTargetException());
		}
	}

}
