/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The class path of the tests, reduced by some libraries.
 */
public final class ReducedClassPath {

	private ReducedClassPath() {
	}

	/**
	 * Calls the static method {@code check()} of a class with a new class loader.
	 * @param type the class; the method returns {@code "checked"}
	 * @param absent a class of these libraries
	 * @param libraries parts of the names of jars and folders to leave out
	 * @return the names of the classes that were loaded
	 */
	public static Set<String> check(Class<?> type, String absent, String... libraries) throws Exception {
		URL[] urls = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
			.filter((entry) -> Stream.of(libraries).noneMatch(new File(entry).getName()::contains))
			.map((entry) -> toUrl(new File(entry)))
			.toArray(URL[]::new);
		ClassLoader before = Thread.currentThread().getContextClassLoader();
		try (Recording loader = new Recording(urls)) {
			assertThat(ClassUtils.isPresent(absent, loader)).isFalse();
			Thread.currentThread().setContextClassLoader(loader);
			Method method = loader.loadClass(type.getName()).getDeclaredMethod("check");
			method.setAccessible(true);
			assertThat(method.invoke(null)).isEqualTo("checked");
			return Set.copyOf(loader.loaded);
		}
		finally {
			Thread.currentThread().setContextClassLoader(before);
		}
	}

	private static URL toUrl(File file) {
		try {
			return file.toURI().toURL();
		}
		catch (MalformedURLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Records which classes it loads. */
	private static final class Recording extends URLClassLoader {

		private final Set<String> loaded = ConcurrentHashMap.newKeySet();

		Recording(URL[] urls) {
			super(urls, ClassLoader.getPlatformClassLoader());
		}

		@Override
		protected Class<?> findClass(String name) throws ClassNotFoundException {
			Class<?> found = super.findClass(name);
			this.loaded.add(name);
			return found;
		}

	}

}
