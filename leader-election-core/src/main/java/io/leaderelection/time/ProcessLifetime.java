/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.FutureTask;

/**
 * Keeps objects reachable until the process ends, even if the class loader that created
 * them is discarded, for example by a redeployment or a restart of DevTools. For objects
 * that the garbage collector must not close.
 */
public final class ProcessLifetime {

	private static final Set<Object> KEPT = Collections
		.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

	static {
		// A shutdown hook is always reachable. This one does nothing and consists of
		// types of the JDK, so that it keeps the objects in the set, but not this class
		// loader.
		Thread hook = new Thread(null, new FutureTask<>(new Thread(), KEPT), "leader-election-kept", 0, false);
		hook.setContextClassLoader(null);
		try {
			Runtime.getRuntime().addShutdownHook(hook);
		}
		catch (IllegalStateException ex) {
			// The process ends, so nothing has to be kept
			KEPT.clear();
		}
	}

	private ProcessLifetime() {
	}

	/**
	 * Keeps an object until {@link #release(Object)}.
	 * @param object an object of a type of the JDK
	 */
	public static void keep(Object object) {
		KEPT.add(object);
	}

	/**
	 * Stops keeping an object.
	 * @param object the object
	 */
	public static void release(Object object) {
		KEPT.remove(object);
	}

}
