#pragma once

#include "core/model/result.h"

#include <initializer_list>
#include <string>
#include <utility>

#include <dlfcn.h>

namespace flipscope {

// A library that is looked for when it is needed, so that the worker starts without it. Stays loaded: unloading CUDA's
// libraries while the driver still runs their code is not safe.
class SharedLibrary {
public:
    // The first of the names that the loader finds.
    [[nodiscard]] static Result<SharedLibrary> open(std::initializer_list<const char*> names) {
        std::string reasons;
        for (const char* name : names) {
            if (void* handle = ::dlopen(name, RTLD_NOW | RTLD_LOCAL)) return SharedLibrary(handle);
            const char* reason = ::dlerror();
            reasons += (reasons.empty() ? "" : "; ") + std::string(reason != nullptr ? reason : name);
        }
        return Error{reasons};
    }

    // Sets `function` to the symbol; false when the library has none of that name.
    template <class Function>
    [[nodiscard]] bool find(const char* name, Function*& function) const {
        function = reinterpret_cast<Function*>(::dlsym(m_handle, name));
        return function != nullptr;
    }

private:
    explicit SharedLibrary(void* handle) : m_handle(handle) {}
    void* m_handle;
};

}  // namespace flipscope
