# The tarball of command line and worker (cmake --workflow --preset bundle): starts on a machine that has a C library and,
# for the GPU, a driver. libcuda, NVML and cuBLASLt are looked for when they are needed.
install(
  TARGETS flipscope-cli flipscope-worker
  RUNTIME_DEPENDENCY_SET bundled
  RUNTIME DESTINATION bin)
# The C library is the one thing that must be the machine's own: the driver's libraries are bound to it.
install(
  RUNTIME_DEPENDENCY_SET bundled
  PRE_EXCLUDE_REGEXES "^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv))\\.so"
  POST_EXCLUDE_REGEXES "/(ld-linux.*|lib(c|m|dl|rt|pthread|resolv))\\.so"
  LIBRARY DESTINATION lib)
install(FILES LICENSE NOTICE DESTINATION .)
install(FILES resources/bundle/README.txt DESTINATION .)
install(PROGRAMS resources/workers/example_worker.py DESTINATION share)
install(FILES docs/worker-protocol.md DESTINATION share)

set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_NAME flipscope)
set(CPACK_PACKAGE_FILE_NAME flipscope-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
include(CPack)
