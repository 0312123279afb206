/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;

import org.jspecify.annotations.Nullable;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/**
 * Java agent that prevents the whole process from starting threads: it makes
 * {@link Thread#start()} fail as it does when the operating system has no thread left. A
 * user limit would not apply to root, and not every machine has a writable control group.
 */
public final class ThreadRefusal {

	private static final String THREAD = Type.getInternalName(Thread.class);

	private static final String ERROR = Type.getInternalName(OutOfMemoryError.class);

	private static final String MESSAGE = "unable to create native thread: possibly out of memory or process/resource limits reached";

	private static volatile @Nullable Instrumentation instrumentation;

	private ThreadRefusal() {
	}

	/**
	 * Called by the virtual machine before the application starts.
	 * @param options ignored
	 * @param given the instrumentation that transforms classes
	 */
	public static void premain(@Nullable String options, Instrumentation given) {
		instrumentation = given;
	}

	/**
	 * Makes every start of a thread fail while an action runs.
	 * @param action the action
	 * @throws IllegalStateException if a thread can still be started
	 */
	static void during(Runnable action) {
		Instrumentation agent = instrumentation;
		if (agent == null) {
			throw new IllegalStateException("The process was not started with -javaagent");
		}
		ClassFileTransformer transformer = new Transformer();
		agent.addTransformer(transformer, /* canRetransform= */true);
		try {
			retransform(agent);
			requireRefused();
			action.run();
		}
		finally {
			agent.removeTransformer(transformer);
			retransform(agent);
		}
	}

	private static void retransform(Instrumentation agent) {
		try {
			agent.retransformClasses(Thread.class);
		}
		catch (UnmodifiableClassException ex) {
			throw new IllegalStateException("Thread cannot be changed", ex);
		}
	}

	private static void requireRefused() {
		Thread thread = new Thread(() -> {
		}, "chaos-refused");
		try {
			thread.start();
		}
		catch (OutOfMemoryError ex) {
			return;
		}
		throw new IllegalStateException("A thread could be started");
	}

	private static final class Transformer implements ClassFileTransformer {

		@Override
		public byte @Nullable [] transform(@Nullable ClassLoader loader, String name, @Nullable Class<?> redefined,
				@Nullable ProtectionDomain domain, byte[] original) {
			return THREAD.equals(name) ? refusing(original) : null;
		}

		private static byte[] refusing(byte[] original) {
			ClassReader reader = new ClassReader(original);
			ClassWriter writer = new ClassWriter(reader, 0);
			reader.accept(new ClassVisitor(SpringAsmInfo.ASM_VERSION, writer) {

				@Override
				public @Nullable MethodVisitor visitMethod(int access, String name, String descriptor,
						@Nullable String signature, String @Nullable [] exceptions) {
					MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
					if (!name.equals("start")) {
						return method;
					}
					writeRefusal(method, descriptor);
					// Drops the original code
					return null;
				}

			}, 0);
			return writer.toByteArray();
		}

		private static void writeRefusal(MethodVisitor method, String descriptor) {
			method.visitCode();
			method.visitTypeInsn(Opcodes.NEW, ERROR);
			method.visitInsn(Opcodes.DUP);
			method.visitLdcInsn(MESSAGE);
			method.visitMethodInsn(Opcodes.INVOKESPECIAL, ERROR, "<init>", "(Ljava/lang/String;)V", false);
			method.visitInsn(Opcodes.ATHROW);
			method.visitMaxs(3, Type.getArgumentsAndReturnSizes(descriptor) >> 2);
			method.visitEnd();
		}

	}

}
