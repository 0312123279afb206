/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.lang.invoke.MethodHandles;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compiles classes of beans that tables of cases declare, so that each declaration is
 * beside what is expected of it.
 */
public final class Declared {

	/** The package of all declared classes. */
	public static final String PACKAGE = "io.leaderelection.guard";

	private static final String IMPORTS = """
			package %s;
			import io.leaderelection.*;
			import io.leaderelection.annotation.*;
			import io.leaderelection.guard.base.*;
			import jakarta.annotation.PostConstruct;
			import jakarta.annotation.PreDestroy;
			import java.util.concurrent.*;
			import java.util.concurrent.Future;
			import org.springframework.beans.factory.*;
			import org.springframework.beans.factory.config.BeanPostProcessor;
			import org.springframework.context.*;
			import org.springframework.context.annotation.*;
			import org.springframework.scheduling.annotation.*;
			import reactor.core.publisher.*;
			""".formatted(PACKAGE);

	private static final Pattern JOB = Pattern.compile("(?<![.\\w])Job\\b");

	private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

	private static final JavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

	private static final AtomicInteger NUMBER = new AtomicInteger();

	private Declared() {
	}

	/**
	 * Compiles a class.
	 * @param declaration the class, which is called {@code Job}, or the members of such a
	 * class
	 * @return the class, whose name has a number
	 */
	public static Class<?> job(String declaration) {
		return jobs(List.of(declaration)).get(0);
	}

	/** Compiles several classes at once, which takes hardly longer than one. */
	static List<Class<?>> jobs(List<String> declarations) {
		List<Source> sources = declarations.stream().map(Declared::source).toList();
		Map<String, ByteArrayOutputStream> compiled = new HashMap<>();
		StringWriter problems = new StringWriter();
		boolean done = COMPILER
			.getTask(problems, new InMemory(compiled), null, List.of("-proc:none", "-parameters"), null, sources)
			.call();
		assertThat(done).as("%s", problems).isTrue();
		return sources.stream().<Class<?>>map((source) -> define(compiled.get(source.name))).toList();
	}

	private static Source source(String declaration) {
		String name = "Job" + NUMBER.incrementAndGet();
		String type = declaration.contains("class Job") ? declaration : "class Job {\n" + declaration + "\n}\n";
		return new Source(name, IMPORTS + JOB.matcher(type).replaceAll(name));
	}

	private static Class<?> define(ByteArrayOutputStream compiled) {
		try {
			return MethodHandles.lookup().defineClass(compiled.toByteArray());
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Asserts that a context refuses a bean because of its annotations.
	 * @param runner the context without the bean
	 * @param job the class of the bean
	 * @param texts texts in the message, separated by three dots, where {@code Job} is
	 * the name of the class
	 */
	public static void assertRefused(ApplicationContextRunner runner, Class<?> job, String texts) {
		String expected = JOB.matcher(texts).replaceAll(Matcher.quoteReplacement(job.getName()));
		Contexts.assertRefused(runner.withBean("job", job), expected.split(" \\.\\.\\. "));
	}

	private static final class Source extends SimpleJavaFileObject {

		private final String name;

		private final String text;

		Source(String name, String text) {
			super(URI.create("memory:///" + name + ".java"), Kind.SOURCE);
			this.name = name;
			this.text = text;
		}

		@Override
		public CharSequence getCharContent(boolean ignoreEncodingErrors) {
			return this.text;
		}

	}

	/** Keeps classes instead of writing files. */
	private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {

		private final Map<String, ByteArrayOutputStream> compiled;

		InMemory(Map<String, ByteArrayOutputStream> compiled) {
			super(FILES);
			this.compiled = compiled;
		}

		@Override
		public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind,
				FileObject sibling) {
			return new SimpleJavaFileObject(URI.create("memory:///" + name + ".class"), kind) {
				@Override
				public OutputStream openOutputStream() {
					ByteArrayOutputStream output = new ByteArrayOutputStream();
					InMemory.this.compiled.put(name.substring(name.lastIndexOf('.') + 1), output);
					return output;
				}
			};
		}

	}

}
