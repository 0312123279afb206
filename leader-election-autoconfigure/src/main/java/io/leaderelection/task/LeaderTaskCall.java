/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

import io.leaderelection.LeaderWork;
import io.leaderelection.Leadership;

/**
 * Calls a method of a bean as leader work.
 */
record LeaderTaskCall(Object bean, Method method) implements LeaderWork {

	@Override
	public void run(Leadership leadership) throws Exception {
		try {
			if (this.method.getParameterCount() == 0) {
				this.method.invoke(this.bean);
			}
			else {
				this.method.invoke(this.bean, leadership);
			}
		}
		catch (InvocationTargetException ex) {
			Throwable thrown = ex.getTargetException();
			if (thrown instanceof Error error) {
				throw error;
			}
			throw (thrown instanceof Exception exception) ? exception : ex;
		}
	}

}
