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
 * Keeps objects reachable as long as the process lives, even when the class loader that
 * made them is given up, as by a redeployment or a restart of DevTools. For what must not
 * be closed by the garbage collector.
 */
public final class ProcessLifetime {

	private static final Set<Object> KEPT = Collections
		.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

	static {
		// A hook that does nothing is a root of the JVM. It consists of types of the JDK,
		// so that it keeps what is in the set and not this class loader.
		Thread hook = new Thread(null, new FutureTask<>(new Thread(), KEPT), "leader-election-kept", 0, false);
		hook.setContextClassLoader(null);
		try {
			Runtime.getRuntime().addShutdownHook(hook);
		}
		catch (IllegalStateException ex) {
			// The process ends, and with it every need to keep anything
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
	 * Keeps an object no longer.
	 * @param object what was kept
	 */
	public static void release(Object object) {
		KEPT.remove(object);
	}

}
